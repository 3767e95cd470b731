// Raneto over the folder "content"; PORT says where to listen.
const path = require("path");
const home = path.join(__dirname, "node_modules", "raneto");
const config = require(path.join(home, "example", "config.default.js"));
Object.assign(config, {
  site_title: "Documents",
  content_dir: path.join(__dirname, "content") + path.sep,
  allow_editing: false,
  authentication: false,
  authentication_for_edit: false,
  searchExtraLanguages: [],
});
require(home + "/app/index.js")(config).listen(Number(process.env.PORT), "127.0.0.1");
