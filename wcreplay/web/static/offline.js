// What a report holds, packed: its turns and charts, and the library that draws. Nothing is loaded from anywhere.
"use strict";

window.offline = (() => {
  async function unpacked(id) {
    const packed = Uint8Array.from(atob(document.getElementById(id).textContent.trim()), (sign) => sign.charCodeAt(0));
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  }

  let content;
  return {
    // As fetch(): a turn by its number and a decision of it, a chart by its name and what it shows.
    async load(address) {
      content ??= unpacked("packed-content").then(JSON.parse);
      const all = await content;
      const whole = (text) => text.replace(/<panel (\d+)>/g, (_, number) => all["/panels"][number]);
      const found = address.startsWith("/turns/") && all[address] ? whole(all[address]) : all[address];
      return { ok: found !== undefined, status: found === undefined ? 404 : 200, text: async () => found, json: async () => JSON.parse(found) };
    },
    async library() {
      const script = document.createElement("script");
      script.textContent = await unpacked("packed-library");
      document.head.append(script); // runs at once: the policy of the page knows its hash
      if (!window.Plotly) throw new Error("plotly.js could not be run");
      return window.Plotly;
    },
  };
})();
