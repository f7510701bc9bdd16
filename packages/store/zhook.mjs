import pg from "pg";
let acc = new Map();
setTimeout(
  () => {
    acc = new Map();
  },
  +(process.env.ZRESET ?? 0),
);
let t0;
const first = [];
const orig = pg.Client.prototype.query;
pg.Client.prototype.query = function (q, v, cb) {
  const text = (typeof q === "string" ? q : (q?.text ?? "copy")).replace(/\s+/g, " ").trim().slice(0, 70);
  const a = performance.now();
  t0 ??= a;
  const r = orig.call(this, q, v, cb);
  const done = () => {
    const d = performance.now() - a;
    const e = acc.get(text) ?? [0, 0, 0];
    e[0]++;
    e[1] += d;
    e[2] = Math.max(e[2], d);
    acc.set(text, e);
    if (d > 1e9 && a - t0 > (+process.env.ZFROM || 0)) first.push([(a - t0) | 0, d | 0, text]);
  };
  if (r?.then) r.then(done, done);
  else if (r?.on) r.on("finish", done);
  return r;
};
const dump = () => {
  console.error("SLOW");
  for (const f of first.slice(-0)) console.error(f.join(" "));
  console.error("TOTALS");
  for (const [k, [n, t, m]] of [...acc].sort((a, b) => b[1][1] - a[1][1]).slice(0, 25))
    console.error((t | 0) + "ms n=" + n + " max=" + (m | 0) + " " + k);
};
process.on("exit", dump);
