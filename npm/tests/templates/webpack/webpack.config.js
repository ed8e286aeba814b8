export default {
  entry: "./main.js",
  stats: "errors-warnings",
  performance: { hints: false },
};
