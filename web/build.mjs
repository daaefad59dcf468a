// Bundles the page into the package of the server: `npm run build`. The same sources give the same
// bytes, so that a test can compare. With `--watch`, does so after each change.

import { copyFile } from "node:fs/promises";
import { context } from "esbuild";

const assets = new URL("../server/covert_server/page/assets/", import.meta.url).pathname;
const bundle = await context({
  entryPoints: { page: "src/main.tsx", style: "src/style/style.css" },
  outdir: assets,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "utf8",
  legalComments: "none",
  logLevel: "info",
});
await copyFile("src/index.html", `${assets}index.html`);
if (process.argv.includes("--watch")) {
  await bundle.watch();
} else {
  await bundle.rebuild();
  await bundle.dispose();
}
