-- The final points by category of some $players in some $games.
SELECT * FROM final_scores
WHERE game_id IN (SELECT unnest($games::VARCHAR[])) AND player IN (SELECT unnest($players::VARCHAR[]))
