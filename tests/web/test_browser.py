"""The pages in a real browser: stepping, charts, accessibility; nothing from outside, no errors."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.browser

TYPES = {
    "scoring": {"margin": {"waterfall"}, "final": {"bar"}, "running": {"scatter"}},
    "coins": {"balance": {"scatter"}, "purse": {"sankey"}, "turns": {"bar"}, "causes": {"bar"}},
    "resources": {"balance": {"scatter"}, "purse": {"sankey"}, "turns": {"bar"}, "causes": {"bar"}},
    "time": {"race": {"scatter"}, "order": {"scatter"}},
    "dice": {"offers": {"heatmap", "scatter"}},
    "workers": {
        "spaces": {"heatmap", "scatter"},
        "out": {"scatter"},
        "product": {"scatter"},
        "margin": {"heatmap", "scatter"},
    },
}


@pytest.fixture
def game(quiet: Page, site: str, ids: dict[str, str]) -> Page:
    quiet.goto(f"{site}/games/{ids['four']}")
    return quiet


def at(page: Page, turn: int) -> None:
    """Wait until the page shows a turn, everywhere."""
    expect(page.locator(f'#turn[data-turn="{turn}"]')).to_be_attached()
    expect(page.locator(".stepper .count")).to_have_text(re.compile(rf"Turn {turn} of \d+"))
    expect(page.locator(".turns a[aria-current]")).to_have_attribute("data-turn", str(turn))


def until(done: Callable[[], bool]) -> None:
    """Wait for something that only the page knows."""
    deadline = time.monotonic() + 10
    while not done():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)


def draw_all(page: Page) -> None:
    for chart in page.locator(".chart").all():
        chart.scroll_into_view_if_needed()
        expect(chart).to_have_attribute("data-drawn", "true", timeout=30_000)


def panel(page: Page, chart: str, name: str) -> Locator:
    """A drawn panel of a chart."""
    found = page.locator(f"#chart-{chart}")
    found.scroll_into_view_if_needed()
    expect(found).to_have_attribute("data-drawn", "true", timeout=30_000)
    return found.locator(f'[data-panel="{name}"]')


def test_from_the_list_to_a_game(quiet: Page, site: str) -> None:
    quiet.goto(site)
    quiet.get_by_label("Player, event or place").fill("zoe")
    quiet.get_by_role("button", name="Show").click()
    expect(quiet).to_have_url(re.compile("q=zoe"))
    quiet.get_by_role("link", name=re.compile("Open the game of")).click()
    expect(quiet.get_by_role("heading", level=1)).to_contain_text("Zoë & Söhne 56")
    at(quiet, 0)


def test_stepping_by_button_key_link_reload_and_back(game: Page) -> None:
    at(game, 0)
    game.get_by_role("button", name="Next").click()
    at(game, 1)
    assert game.url.endswith("?turn=1")
    game.keyboard.press("ArrowRight")
    at(game, 2)
    game.keyboard.press("ArrowRight")
    game.keyboard.press("ArrowRight")
    at(game, 4)
    game.keyboard.press("ArrowLeft")
    at(game, 3)
    game.reload()
    at(game, 3)
    assert game.url.endswith("?turn=3")
    game.get_by_role("button", name="Last").click()
    last = int(game.locator("#turn").get_attribute("data-last") or 0)
    at(game, last)
    game.locator('.turns a[data-turn="20"]').click()
    at(game, 20)
    game.go_back()
    at(game, last)
    game.go_back()
    at(game, 3)
    game.go_forward()
    at(game, last)
    game.get_by_role("button", name="First").click()
    at(game, 0)


def test_the_title_and_focus_follow(game: Page) -> None:
    button = game.get_by_role("button", name="Next")
    button.focus()
    for turn in (1, 2, 3):
        game.keyboard.press("Enter")
        at(game, turn)
    expect(button).to_be_focused()
    expect(game).to_have_title(re.compile(r"^0\.3 Zoë & Söhne, draft · Zoë & Söhne 56"))
    game.get_by_role("button", name="Last").click()
    expect(button).to_have_attribute("aria-disabled", "true")


def test_fast_keys_end_on_the_right_turn(game: Page) -> None:
    for _ in range(12):
        game.keyboard.press("ArrowRight")
    at(game, 12)
    assert game.locator("#turn").count() == 1


def test_arrow_keys_leave_fields_and_history_shortcuts_alone(game: Page) -> None:
    game.keyboard.press("Shift+ArrowRight")
    game.keyboard.press("Control+ArrowRight")
    game.keyboard.press("ArrowRight")
    at(game, 1)


def test_stepping_without_scripts(browser: Browser, site: str, ids: dict[str, str]) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/games/{ids['four']}?turn=5")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#turn")).to_have_attribute("data-turn", "6")
    assert page.url.endswith("?turn=6")
    page.locator('.turns a[data-turn="9"]').click()
    expect(page.locator("#turn")).to_have_attribute("data-turn", "9")
    page.locator(".chart summary").first.click()
    page.get_by_role("link", name="Tables of scoring breakdown").first.click()
    expect(page.locator("table").first).to_be_visible()
    context.close()


def test_every_chart_draws_its_trace_types_with_words_and_table(game: Page) -> None:
    draw_all(game)
    for chart, panels in TYPES.items():
        names = game.locator(f"#chart-{chart} .figure").evaluate_all(
            "all => all.map(one => one.dataset.panel)"
        )
        assert names == list(panels)
        for name, types in panels.items():
            figure = game.locator(f'#chart-{chart} [data-panel="{name}"]')
            plot = figure.locator(".plot")
            found: list[dict[str, Any]] = plot.evaluate(
                "plot => plot._fullData.map(t => ({type: t.type, visible: t.visible}))"
            )
            assert found
            assert {trace["type"] for trace in found} == types
            assert all(trace["visible"] is True for trace in found), name
            assert plot.get_attribute("role") == "img"
            assert len(plot.get_attribute("aria-label") or "") > 60
            assert plot.evaluate("plot => plot._context.showSendToCloud") is False
            assert plot.evaluate("plot => plot._context.displaylogo") is False
            figure.locator("summary").click()
            expect(figure.locator("table")).to_be_visible()
            assert figure.locator("tbody tr").count() >= 4


CUT = """[...document.querySelectorAll('.legend')].flatMap((legend) => {
    const edge = legend.querySelector('.bg').getBoundingClientRect().right + 1;
    const names = [...legend.querySelectorAll('.legendtext')];
    return names.filter((name) => name.getBoundingClientRect().right > edge).map((name) => name.textContent);
})"""


def test_no_legend_is_cut_or_needs_a_scroll_bar(game: Page) -> None:
    game.set_viewport_size({"width": 390, "height": 844})
    game.reload()
    draw_all(game)
    bars = game.evaluate(
        "[...document.querySelectorAll('.legend .scrollbar')].map(bar => bar.getBBox().height)"
    )
    assert len(bars) >= 11
    assert not any(bars)
    assert not game.evaluate(CUT)


def test_a_click_on_a_chart_shows_its_turn(game: Page) -> None:
    plot = panel(game, "coins", "balance").locator(".plot")
    plot.evaluate("plot => plot.emit('plotly_click', {points: [{x: 7}]})")
    at(game, 7)
    lines = "plot => plot.layout.shapes.filter(s => s.yref === 'paper').map(s => s.x0)"
    until(lambda: bool(plot.evaluate(lines) == [7]))


def test_a_click_in_the_turn_order_and_the_dice_shows_their_turn(game: Page) -> None:
    order = panel(game, "time", "order").locator(".plot")
    order.evaluate(
        "plot => plot.emit('plotly_click', {points: [{curveNumber: plot.data.length - 1, pointNumber: 1}]})"
    )
    at(game, 16)
    dice = panel(game, "dice", "offers").locator(".plot")
    dice.evaluate("plot => plot.emit('plotly_click', {points: [{x: 20.38}]})")
    at(game, 20)
    until(lambda: bool(dice.evaluate("plot => plot.layout.shapes.map(s => [s.xref, s.x0])") == [["x2", 20]]))


def reached(page: Page, figure: Locator, keys: list[str]) -> Iterator[str]:
    """Focus the points of a figure; yield which one is shown at first and after each key."""
    pointer = figure.locator(".pointer")
    pointer.focus()
    yield pointer.get_attribute("data-point") or ""
    for key in keys:
        page.keyboard.press(key)
        yield pointer.get_attribute("data-point") or ""


HOVER = """(plot, [curve, at]) => {
    const { type, x, y, xaxis, yaxis } = plot._fullData[curve];
    const cell = type === 'heatmap';
    const where = cell ? { xval: x[at[1]], yval: y[at[0]] } : [{ curveNumber: curve, pointNumber: at[0] }];
    Plotly.Fx.hover(plot, where, xaxis + yaxis);
}"""


def squeezed(words: str) -> str:
    return re.sub(r"[\s,]+", "", words).replace("−", "-")


def test_keys_say_what_the_mouse_shows(game: Page) -> None:
    """At points of every chart: the words for keys are made here, the label of the mouse by plotly.js.

    The charts of other resources are drawn as that of coins.
    """
    draw_all(game)
    figures = game.locator(".chart:not(#chart-resources) .figure").all()
    assert len(figures) == 14
    for figure in figures:
        plot, pointer = figure.locator(".plot"), figure.locator(".pointer")
        name = f"{plot.get_attribute('aria-label')}"[:40]
        seen = []
        for point in reached(game, figure, ["ArrowRight", "ArrowDown", "End", "Home"]):
            curve, *part, index = point.split(" ")
            words = squeezed(pointer.locator(".words").inner_text())
            if part:
                shape = plot.locator(".sankey-link" if part == ["link"] else ".sankey-node rect.node-rect")
                for event in ("mouseover", "mousemove"):
                    shape.nth(int(index)).dispatch_event(event)
            else:
                game.wait_for_timeout(55)  # plotly.js shows no more labels than one in 50 ms
                plot.evaluate(HOVER, [int(curve), [int(number) for number in index.split(",")]])
            labels = plot.locator(".hovertext text").all_text_contents()
            assert labels, (name, point)
            for label in labels:
                assert squeezed(label) in words, (name, point)
            seen.append(point)
        assert len(set(seen)) > 2, name
        assert seen[0] == seen[-1], f"{name}: Home goes to the first point"
        expect(pointer.get_by_role("status")).to_contain_text(pointer.locator(".words").inner_text())
        game.keyboard.press("Escape")
        expect(pointer).not_to_be_focused()
        expect(pointer.locator(".bubble")).to_be_hidden()
    at(game, 0)


def test_keys_reach_every_point_once(quiet: Page, site: str, ids: dict[str, str]) -> None:
    quiet.goto(f"{site}/games/{ids['two']}/charts/coins")
    counts = {}
    for name in ("balance", "purse", "causes"):
        figure = panel(quiet, "coins", name)
        seen = [*reached(quiet, figure, [])]
        while True:
            quiet.keyboard.press("ArrowRight")
            point = figure.locator(".pointer").get_attribute("data-point") or ""
            if point == seen[-1]:
                break
            seen.append(point)
        assert len(set(seen)) == len(seen)
        quiet.keyboard.press("Home")
        assert figure.locator(".pointer").get_attribute("data-point") == seen[0]
        quiet.keyboard.press("ArrowLeft")
        assert figure.locator(".pointer").get_attribute("data-point") == seen[0]
        quiet.keyboard.press("End")
        assert figure.locator(".pointer").get_attribute("data-point") == seen[-1]
        data = figure.locator(".plot").evaluate("plot => plot.data")
        counts[name] = len(seen)
        if name == "purse":
            assert len(seen) == len(data[0]["link"]["value"]) + len(data[0]["node"]["label"])
        else:
            assert len(seen) == sum(len(trace["x"]) for trace in data)
    assert min(counts.values()) > 10


def test_keys_skip_the_cells_in_which_nothing_is(game: Page) -> None:
    figure = panel(game, "workers", "spaces")
    cells = figure.locator(".plot").evaluate("plot => plot.data.flatMap(one => (one.z || []).flat())")
    some = sum(1 for value in cells if value)
    seen = [*reached(game, figure, ["ArrowRight"] * some)]
    assert seen[-1] == seen[-2], "the last one"
    assert len(set(seen)) == some < len(cells)


@pytest.mark.parametrize("width", [390, 800, 1440])
def test_what_the_keys_do_is_said_where_it_covers_nothing(game: Page, width: int) -> None:
    game.set_viewport_size({"width": width, "height": 900})
    figure = panel(game, "workers", "spaces")
    figure.locator(".pointer").focus()
    box = {name: figure.locator(name).bounding_box() for name in (".hint", ".plot", ".summary", "h4")}
    hint = box.pop(".hint")
    assert hint is not None
    for name, other in box.items():
        assert other is not None
        apart = hint["y"] + hint["height"] <= other["y"] or other["y"] + other["height"] <= hint["y"]
        assert apart, name


def test_a_chart_covers_nothing_after_the_window_has_changed_its_size(game: Page) -> None:
    """As when a phone is turned: each picture is as high as its place, whatever it was drawn for."""
    game.set_viewport_size({"width": 390, "height": 844})
    plot = panel(game, "workers", "spaces").locator(".plot")
    for width in (844, 390):
        game.set_viewport_size({"width": width, "height": 844})
        fits = """([plot, width]) => {
            const boxes = [plot, plot.querySelector('.main-svg')].map((one) => one.getBoundingClientRect());
            const alike = (side) => Math.abs(boxes[0][side] - boxes[1][side]) < 1;
            return innerWidth === width && alike('height') && alike('width');
        }"""
        game.wait_for_function(fits, arg=[plot.element_handle(), width], timeout=10_000)
        game.wait_for_timeout(300)  # plotly.js waits before it draws anew
        assert game.evaluate(fits, [plot.element_handle(), width])


def test_a_point_that_sums_up_several_turns_leads_to_each(game: Page) -> None:
    figure = panel(game, "coins", "purse")
    links = figure.locator(".pointer .to a")
    for _ in reached(game, figure, ["ArrowRight"] * 30):
        if links.count() > 1:
            break
    expect(links.first).to_have_text(re.compile(r"^Replay at \S+$"))
    words = figure.locator(".pointer .words").inner_text()
    for link in links.all():
        assert link.inner_text().removeprefix("Replay at ") in words
    second = int(links.nth(1).get_attribute("data-turn") or 0)
    game.keyboard.press("Tab")
    game.keyboard.press("Tab")
    expect(links.nth(1)).to_be_focused()
    game.keyboard.press("Enter")
    at(game, second)
    expect(game.locator("#turn-heading")).to_be_focused()
    expect(figure.locator(".pointer .bubble")).to_be_hidden()


def test_a_finger_is_told_what_it_touches_and_may_go_there(
    browser: Browser, site: str, ids: dict[str, str]
) -> None:
    context = browser.new_context(has_touch=True, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{site}/games/{ids['four']}/charts/time")
    figure = panel(page, "time", "order")
    mark = figure.locator(".plot .scatterlayer .trace .points path").nth(-2)
    mark.scroll_into_view_if_needed()
    box = mark.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    bubble = figure.locator(".pointer .bubble")
    expect(bubble).to_contain_text(re.compile(r"^\w.*, round \d: \d\w\w, space \d+"))
    assert "turn=" not in page.url
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.touchscreen.tap(10, 10)
    expect(bubble).to_be_hidden()
    mark.scroll_into_view_if_needed()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    link = bubble.get_by_role("link")
    turn = link.get_attribute("data-turn")
    link.tap()
    expect(page).to_have_url(re.compile(rf"turn={turn}$"))
    context.close()


def test_a_point_under_the_mouse_says_what_it_is(quiet: Page, site: str, ids: dict[str, str]) -> None:
    quiet.goto(f"{site}/games/{ids['four']}/charts/coins")
    plot = panel(quiet, "coins", "balance").locator(".plot")
    plot.evaluate("plot => Plotly.Fx.hover(plot, [{curveNumber: 0, pointNumber: 2}])")
    expect(plot.locator(".hovertext").first).to_contain_text(re.compile(r"1\.\d+: \d+ coins?.*[+−]\d"))


def test_the_turns_of_a_table_are_links_for_the_keyboard(game: Page) -> None:
    figure = panel(game, "coins", "turns")
    figure.locator("summary").click()
    link = figure.get_by_role("link", name="2.1", exact=True)
    turn = int(link.get_attribute("data-turn") or 0)
    link.focus()
    game.keyboard.press("Enter")
    at(game, turn)
    assert game.url.endswith(f"?turn={turn}")


def test_a_choice_shows_another_resource_in_place(game: Page) -> None:
    figure = panel(game, "resources", "balance")
    expect(figure.get_by_role("heading")).to_have_text("Seals after each turn")
    game.locator("#chart-resources").get_by_role("link", name="iron").click()
    expect(figure.get_by_role("heading")).to_have_text("Iron after each turn")
    expect(game.locator("#chart-resources .choices [aria-current]")).to_have_text("iron")
    expect(game.locator("#chart-resources")).to_have_attribute("data-drawn", "true")
    expect(figure.locator(".csv")).to_have_attribute("href", re.compile(r"balance\.csv\?show=iron$"))
    assert figure.locator(".plot").evaluate("plot => plot.layout.yaxis.title.text") == "iron"
    assert figure.locator(".save button").count() == 2
    at(game, 0)


def test_a_chart_on_its_own_page_draws_and_leads_to_the_replay(
    quiet: Page, site: str, ids: dict[str, str]
) -> None:
    address = f"{site}/games/{ids['four']}"
    quiet.goto(f"{address}/charts/resources?show=food")
    figure = panel(quiet, "resources", "balance")
    assert figure.locator(".plot").evaluate("plot => plot._fullData[0].type") == "scatter"
    expect(figure.locator("table")).to_be_visible()
    quiet.get_by_role("link", name="mother-of-pearl").click()
    expect(quiet).to_have_url(re.compile(r"show=pearl$"))
    expect(figure.get_by_role("heading")).to_have_text("Pearls after each turn")
    quiet.reload()
    expect(quiet.locator(".choices [aria-current]")).to_have_text("mother-of-pearl")
    figure.get_by_role("link", name="1.3", exact=True).click()
    expect(quiet).to_have_url(re.compile(rf"{ids['four']}\?turn=7$"))
    at(quiet, 7)


def test_the_views_of_a_chart_without_scripts(browser: Browser, site: str, ids: dict[str, str]) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/games/{ids['four']}")
    page.locator("#chart-resources").get_by_role("link", name="food").click()
    expect(page.get_by_role("heading", name="Food after each turn")).to_be_visible()
    expect(page.locator("table").first).to_be_visible()
    context.close()


def test_names_are_literal_in_charts(quiet: Page, site: str, ids: dict[str, str]) -> None:
    quiet.goto(f"{site}/games/{ids['four']}/charts/coins")
    legend = panel(quiet, "coins", "balance").locator(".legend").first
    expect(legend).to_contain_text('<b>Bob</b> "x" <script>')


@pytest.mark.parametrize("width", [390, 1440])
def test_nothing_is_wider_than_the_screen(quiet: Page, site: str, ids: dict[str, str], width: int) -> None:
    quiet.set_viewport_size({"width": width, "height": 900})
    quiet.goto(f"{site}/games/{ids['four']}?turn=41")
    draw_all(quiet)
    assert quiet.evaluate("document.documentElement.scrollWidth") == width
    for path in (
        "/",
        f"/games/{ids['two']}?turn=0",
        f"/games/{ids['four']}?turn=8",
        f"/games/{ids['four']}/charts/dice",
    ):
        quiet.goto(site + path)
        assert quiet.evaluate("document.documentElement.scrollWidth") == width


def test_the_theme_follows_the_system(quiet: Page, site: str, ids: dict[str, str]) -> None:
    quiet.goto(f"{site}/games/{ids['four']}/charts/dice")
    cells = panel(quiet, "dice", "offers").locator(".plot")
    ink = "plot => [plot.layout.font.color, plot.data[0].colorscale[1][1]]"
    light = cells.evaluate(ink)
    quiet.emulate_media(color_scheme="dark")
    until(lambda: all(now != then for now, then in zip(cells.evaluate(ink), light, strict=True)))


def test_a_chart_can_be_saved(quiet: Page, site: str, ids: dict[str, str]) -> None:
    quiet.goto(f"{site}/games/{ids['four']}/charts/time")
    panel(quiet, "time", "race")
    starts = {"PNG": b"\x89PNG", "SVG": b"<svg", "CSV": b"\xef\xbb\xbfturn_no,Turn"}
    for form, start in starts.items():
        name = (
            f"Save the data of Space after each turn as {form}"
            if form == "CSV"
            else f"Save Space after each turn as {form}"
        )
        role: Any = "link" if form == "CSV" else "button"
        with quiet.expect_download() as caught:
            quiet.get_by_role(role, name=name).click()
        assert caught.value.suggested_filename == f"time-race.{form.lower()}"
        assert caught.value.path().read_bytes().startswith(start)
