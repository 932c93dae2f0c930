// Builds the page into `built/`: one script, one style sheet and the fonts, named by their hash, compressed beforehand.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

const OUT = "built";
const PACKED = /\.(js|css|svg)$/; // Fonts are compressed already.

rmSync(OUT, { force: true, recursive: true });
mkdirSync(OUT);

const { metafile } = await build({
  entryPoints: ["page/main.tsx", "page/icon.svg"],
  outdir: OUT,
  entryNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  publicPath: "/assets",
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022", "chrome123", "firefox120", "safari17.5"],
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".woff2": "file", ".svg": "copy" },
  metafile: true,
  legalComments: "none",
});

const named = (pattern) => {
  const found = Object.keys(metafile.outputs).find((path) => pattern.test(path));
  if (!found) throw new Error(`nothing built is called ${pattern}`);
  return `/assets/${found.slice(OUT.length + 1)}`;
};
const index = readFileSync("page/index.html", "utf8")
  .replace("main.js", named(/main-\w+\.js$/))
  .replace("main.css", named(/main-\w+\.css$/))
  .replace("icon.svg", named(/icon-\w+\.svg$/))
  .replace("font.woff2", named(/inter-latin-wght-normal-\w+\.woff2$/));

for (const name of readdirSync(OUT).filter((one) => PACKED.test(one))) {
  const bytes = readFileSync(`${OUT}/${name}`);
  writeFileSync(`${OUT}/${name}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${OUT}/${name}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
}
writeFileSync(`${OUT}/index.html`, index); // Last, so that it is there when all is.
