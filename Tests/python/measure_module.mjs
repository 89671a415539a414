// Usage: node measure_module.mjs MODULE.wasm WIDTH HEIGHT SCALE < RGBA > JSON
import fs from "node:fs";

const [path, width, height, scale] = process.argv.slice(2);
const module = new WebAssembly.Module(fs.readFileSync(path));
const imports = WebAssembly.Module.imports(module);
if (imports.length > 0) throw new Error(`the module asks for ${JSON.stringify(imports)}`);
const { memory, calque_reserve, calque_measure, calque_output } = new WebAssembly.Instance(module).exports;

const pixels = fs.readFileSync(0);
const address = calque_reserve(Number(width), Number(height));
if (address === 0) throw new Error("the module refused the size");
new Uint8Array(memory.buffer, address, pixels.length).set(pixels);
const length = calque_measure(Number(width), Number(height), Number(scale));
if (length < 0) throw new Error("the module refused the picture");
process.stdout.write(new Uint8Array(memory.buffer, calque_output(), length));
