// The traces that wcreplay's charts use. A type that is missing here would be drawn as scatter without a word.
const Plotly = require("plotly.js/lib/core");

Plotly.register([
  require("plotly.js/lib/bar"),
  require("plotly.js/lib/heatmap"),
  require("plotly.js/lib/sankey"),
  require("plotly.js/lib/waterfall"),
]);
// Nothing leaves the page: no upload button, no link, whatever a chart's own settings say nothing about.
Plotly.setPlotConfig({ displaylogo: false, showSendToCloud: false, plotlyServerURL: "" });

module.exports = Plotly;
