/** Drawings of SVG by name. */
export type Drawings = readonly (readonly [name: string, svg: string])[];

const XMLNS_ALONE = 'xmlns="http://www.w3.org/2000/svg"';
const XMLNS = `${XMLNS_ALONE} viewBox="0 0 500 500"`;
const SHAPE = '<rect width="400" height="400"/>';
/** Of one pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const dataOf = (text: string): string => `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`;

const FULL = 'width="500" height="500"';
const filtered = (primitives: string, times = 1, region = ""): string =>
  `<svg ${XMLNS}><filter id="f"${region}>${primitives}</filter>${`<rect ${FULL} filter="url(#f)"/>`.repeat(times)}</svg>`;

/** As NFTs have. */
export const ORDINARY: Drawings = [
  [
    "a declaration, a doctype and a title",
    `\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- by hand --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<svg ${XMLNS}><style><![CDATA[ a > b {} ]]></style><text y="99" title="1 > 0">x</text></svg>`,
  ],
  [
    "a drawing as a filter's picture",
    `<svg ${XMLNS}><filter id="f"><feImage href="${dataOf(`<svg ${XMLNS}><circle r="99"/></svg>`)}"/></filter><g filter="url(#f)">${SHAPE}</g></svg>`,
  ],
  [
    "a shape used often",
    `<svg ${XMLNS}><defs><path id="p" d="M9 9h9v9z"/></defs>${'<use href="#p"/>'.repeat(2_000)}</svg>`,
  ],
  [
    "style sheets with gradients and clipping",
    `<svg ${XMLNS}><defs><linearGradient id="g"><stop stop-color="#abc"/></linearGradient><clipPath id="c">${SHAPE}</clipPath></defs><style>@import url(https://a.example/b.css); #p, .a { fill: url(#g); clip-path: url('#c') } .b::after { content: "\\201C" }</style>${'<g class="a"><path d="M9 9h9v9z"/></g>'.repeat(500)}</svg>`,
  ],
  [
    "letters in a font that comes along",
    `<svg ${XMLNS}><style>@font-face { font-family: a; src: url(data:font/woff2;base64,${"AAAA".repeat(9_000)}) }</style><text y="99">a &amp; b</text></svg>`,
  ],
  [
    "masks in masks",
    `<svg ${XMLNS}><mask id="m"><path fill="white" d="M0 0h500v500${"h-1".repeat(500)}"/></mask>${'<g mask="url(#m)"><g mask="url(#m)">'.repeat(9)}${SHAPE.repeat(999)}${"</g></g>".repeat(9)}</svg>`,
  ],
  [
    "animations, and labels of a drawing program",
    `<svg ${XMLNS} xmlns:i="i"><g id="g1" i:label="#g1">${SHAPE}<animate href="#g1" attributeName="x" values="#fff;#000"/></g><g id="Frame 1"/></svg>`,
  ],
  [
    "filters as of a position's NFT",
    filtered(`<feImage result="a"/><feBlend mode="overlay"/><feGaussianBlur stdDeviation="42"/>`, 4),
  ],
  [
    "grain",
    filtered('<feTurbulence baseFrequency=".9" numOctaves="4"/><feColorMatrix type="saturate" values="0"/>', 3),
  ],
  [
    "an outline, and a light",
    filtered('<feMorphology radius="2"/><feSpecularLighting><fePointLight/></feSpecularLighting>', 2),
  ],
  ["a sharper picture", filtered('<feConvolveMatrix order="3" kernelMatrix="0 -1 0 -1 5 -1 0 -1 0"/>', 3)],
  [
    "circles that shine through",
    `<svg ${XMLNS}>${'<circle cx="250" cy="250" r="9" opacity=".5"/>'.repeat(4_000)}</svg>`,
  ],
  ["pixels", `<svg ${XMLNS}>${'<rect x="1" y="1" width="1" height="1" fill="#abc"/>'.repeat(4_096)}</svg>`],
  ["a picture within", `<svg ${XMLNS}><image width="99" height="99" href="data:image/png;base64,${PNG}"/></svg>`],
  ["a long line", `<svg ${XMLNS}><path stroke="#000" d="M0 0${"l9 9l-9-8".repeat(7_500)}"/></svg>`],
  [
    "gradients",
    `<svg ${XMLNS}><linearGradient id="g"><stop stop-color="#abc"/></linearGradient>${`<rect ${FULL} fill="url(#g)"/>`.repeat(500)}</svg>`,
  ],
  ["layers", `<svg ${XMLNS}>${`<g style="opacity: .9; mix-blend-mode: screen">${SHAPE}</g>`.repeat(200)}</svg>`],
  [
    "dashes",
    `<svg ${XMLNS}>${'<circle cx="250" cy="250" r="200" stroke="#000" stroke-dasharray="4 2"/>'.repeat(500)}</svg>`,
  ],
  [
    "no dashes",
    `<svg ${XMLNS}><style>path { stroke-dasharray: none; } .a { stroke-dasharray: 0 }</style>${'<path stroke="#000" d="M0 9h500" stroke-dasharray=""/>'.repeat(500)}</svg>`,
  ],
  [
    "a line that draws itself",
    `<svg ${XMLNS}><path stroke="#000" pathLength="1" stroke-dasharray="1" d="M0 0${"l5 5".repeat(99)}"><animate attributeName="stroke-dasharray" values="0 1;1 0"/></path></svg>`,
  ],
  [
    "a glow",
    `<svg ${XMLNS}><style>.a { filter: drop-shadow(0 0 9px red) }</style><rect class="a" width="400" height="400"/></svg>`,
  ],
  [
    "colours by variables",
    `<svg ${XMLNS}><style>:root { --a: red } .a { fill: var(--a) }</style><rect class="a" width="400" height="400"/></svg>`,
  ],
  [
    "lines that grow, and bars",
    `<svg ${XMLNS}>${'<path stroke="#000" d="M0 9h500"><animate attributeName="stroke-dasharray" from="0 900" to="900 0"/></path>'.repeat(12)}${'<rect width="9"><animate attributeName="height" values="1;90;1"/></rect>'.repeat(50)}</svg>`,
  ],
  [
    "a glow of a colour by variables",
    `<svg ${XMLNS}><style>:root { --a: #0ff; --b: var(--a) } .a { filter: drop-shadow(0 0 8px var(--b)) }</style><rect class="a" width="400" height="400"/></svg>`,
  ],
  [
    "letters with a dashed line",
    `<svg ${XMLNS}><style>${".a { fill: #abc }".repeat(99)}</style><path stroke="#000" d="M0 9h500" stroke-dasharray="2"/><text y="99">${"a".repeat(500)}</text></svg>`,
  ],
  [
    "hatched bars",
    `<svg ${XMLNS}><pattern id="p" width="8" height="8" patternUnits="userSpaceOnUse"><path stroke="#000" d="M0 0v8"/></pattern>${'<rect width="9" height="99" fill="url(#p)"/>'.repeat(25)}</svg>`,
  ],
  [
    "drop shadows of a drawing program",
    `<svg ${XMLNS_ALONE} viewBox="0 0 400 400">${Array.from({ length: 12 }, (_, n) => `<filter id="f${n}"><feFlood result="b"/><feColorMatrix in="SourceAlpha" result="a"/><feOffset dy="4"/><feGaussianBlur stdDeviation="8"/><feComposite in2="a" operator="out"/><feBlend in2="b" result="s"/><feBlend in="SourceGraphic" in2="s"/></filter><g filter="url(#f${n})">${SHAPE}</g>`).join("")}</svg>`,
  ],
];

const headOfPng = (side: number): string => {
  const head = Buffer.alloc(64);
  head.write("89504e470d0a1a0a0000000d49484452", "hex");
  head.writeUInt32BE(side, 16);
  head.writeUInt32BE(side, 20);
  return head.toString("base64");
};
const circle = (style: string): string => `<circle cx="250" cy="250" r="200" stroke="#000" ${style}/>`;

/** Takes minutes at the smallest size. */
export const ENDLESS = filtered('<feTurbulence numOctaves="255"/>', 5_000);

/** What takes a browser a second, at least, for the space that it takes. */
export const COSTLY: Drawings = [
  ["shapes that grow", filtered('<feMorphology operator="dilate" radius="100"/>'.repeat(10))],
  ["a large kernel", filtered(`<feConvolveMatrix order="31" kernelMatrix="${"1 ".repeat(961)}"/>`)],
  ["a kernel of which the size can't be told", filtered('<feConvolveMatrix order="1e1"/>')],
  ["a kernel that grows", filtered('<feConvolveMatrix><set attributeName="order" to="99"/></feConvolveMatrix>')],
  ["noise", filtered('<feTurbulence numOctaves="255"/>', 50)],
  ["light everywhere", filtered("<feDiffuseLighting/>".repeat(20), 10)],
  ["one blur for many", filtered('<feGaussianBlur stdDeviation="5"/>', 1_000)],
  [
    "one filter many times",
    `<svg ${XMLNS}><filter id="f"><feGaussianBlur/></filter><rect filter="${"url(#f) ".repeat(400)}"/></svg>`,
  ],
  ["blurs of style", `<svg ${XMLNS}>${'<rect style="filter: blur(50px)"/>'.repeat(400)}</svg>`],
  ["that, escaped", `<svg ${XMLNS}>${'<rect style="filter: b\\6cur(50px)"/>'.repeat(400)}</svg>`],
  ["that, of a sheet", `<svg ${XMLNS}><style>* { filter: blur(50px) }</style>${SHAPE.repeat(400)}</svg>`],
  [
    "that, by variables",
    `<svg ${XMLNS}><style>* { --a: blur(9px) blur(9px); --b: var(--a) var(--a) }</style><g filter="var(--b)"/></svg>`,
  ],
  ["shadows", `<svg ${XMLNS}>${'<text style="text-shadow: 0 0 50px red">a</text>'.repeat(2_000)}</svg>`],
  ["layers over layers", `<svg ${XMLNS}>${`<g opacity=".5">${SHAPE}</g>`.repeat(4_000)}</svg>`],
  ["layers, by a sheet", `<svg ${XMLNS}><style>g { opacity/**/: .5 }</style>${"<g>${SHAPE}</g>".repeat(4_000)}</svg>`],
  ["lines over lines", `<svg ${XMLNS}><path stroke-width="50" d="${"L1 500L500 1".repeat(20_000)}"/></svg>`],
  ["masks", `<svg ${XMLNS}><mask id="m"/>${'<rect mask="url(#m)"/>'.repeat(1_000)}</svg>`],
  ["dashes that nobody sees", `<svg ${XMLNS}>${circle('stroke-dasharray=".001"').repeat(20)}</svg>`],
  ["that, inherited", `<svg ${XMLNS}><g stroke-dasharray=".001">${circle("").repeat(20)}</g></svg>`],
  [
    "that, by style",
    `<svg ${XMLNS}><style>* { stroke-dasharray: calc(1px / 999) !important }</style>${circle("").repeat(20)}</svg>`,
  ],
  [
    "that, by an animation",
    `<svg ${XMLNS}>${circle("").replace("/>", '><set attributeName="stroke-dasharray" to=".001"/></circle>').repeat(20)}</svg>`,
  ],
  ["that, by a length", `<svg ${XMLNS}>${circle('pathLength="1e9" stroke-dasharray="5"').repeat(20)}</svg>`],
  ["that, of letters", `<svg ${XMLNS}><text stroke-dasharray=".001">${"a".repeat(99)}</text></svg>`],
  [
    "that, after others",
    `<svg ${XMLNS}><g style="stroke-dasharray: 1000; stroke-dasharray: .001">${circle("").repeat(20)}</g></svg>`,
  ],
  [
    "that, in another unit",
    `<svg ${XMLNS}><g font-size=".001" stroke-dasharray="1em">${circle("").repeat(20)}</g></svg>`,
  ],
  [
    "that, growing from none",
    `<svg ${XMLNS}><g>${circle("").repeat(20)}<animate attributeName="stroke-dasharray" values="0;1000"/></g></svg>`,
  ],
  [
    "that, of the screen",
    `<svg ${XMLNS}>${'<circle r="1" vector-effect="non-scaling-stroke" transform="scale(5e4)" stroke-dasharray="1"/>'.repeat(20)}</svg>`,
  ],
  [
    "that, of lines long by style",
    `<svg ${XMLNS}><style>circle { r: 9e4px }</style>${circle('stroke-dasharray="1"').repeat(99)}</svg>`,
  ],
  [
    "that, of lines long by an animation",
    `<svg ${XMLNS}>${'<circle r="1" stroke-dasharray="1"><set attributeName="r" to="9e4"/></circle>'.repeat(99)}</svg>`,
  ],
  [
    "that, of lines long in inches, or of a large drawing",
    `<svg ${XMLNS_ALONE} viewBox="0 0 9e5 900000">${'<circle r="900in" stroke-dasharray="1"/><circle r="50%"/>'.repeat(99)}</svg>`,
  ],
  [
    "that, of large letters",
    `<svg ${XMLNS}><text font-size="40000" stroke-dasharray="1">${"a".repeat(500)}</text></svg>`,
  ],
  [
    "what is blurred once for each that draws upon it",
    filtered(
      `<feGaussianBlur result="r"/>${'<feOffset in="r" result="s"/><feMerge result="r"><feMergeNode in="r"/><feMergeNode in="s"/></feMerge>'.repeat(25)}`,
    ),
  ],
  ["blurs far beyond", filtered('<feGaussianBlur stdDeviation="500"/>', 40, ' x="-500%" width="1100%"')],
  ["blurs of a large part", `<svg ${XMLNS}>${'<rect width="9999" style="filter: blur(500px)"/>'.repeat(40)}</svg>`],
  ["merges", filtered(`<feMerge>${'<feMergeNode in="SourceGraphic"/>'.repeat(300)}</feMerge>`, 40)],
  ["other functions", `<svg ${XMLNS}><rect style="filter: ${"grayscale(1) ".repeat(9_000)}"/></svg>`],
  ["lists of shadows", `<svg ${XMLNS}><text style="text-shadow: ${"0 0 9px red, ".repeat(9_000)}0 0">a</text></svg>`],
  ["gradients of style", `<svg ${XMLNS}><p style="mask: ${"linear-gradient(red, #0000), ".repeat(5_000)}none"/></svg>`],
  [
    "filters, by variables",
    `<svg ${XMLNS}><filter id="f"><feGaussianBlur/></filter><style>g { --f: url(#f); --g: ${"var(--f)".repeat(50)}; filter: ${"var(--g)".repeat(50)} }</style><g/></svg>`,
  ],
  ["many large letters", `<svg ${XMLNS}><text font-size="400">${"@".repeat(30_000)}</text></svg>`],
  [
    "a gradient for all within",
    `<svg ${XMLNS}><linearGradient id="g"/><g fill="url(#g)">${'<rect width="500"/>'.repeat(9_000)}</g></svg>`,
  ],
  [
    "patterns",
    `<svg ${XMLNS}><pattern id="p" width="99999" height="99999"/>${'<rect fill="url(#p)"/>'.repeat(150)}</svg>`,
  ],
  [
    "boxes",
    `<svg ${XMLNS}><foreignObject><div xmlns="http://www.w3.org/1999/xhtml">${"<p/>".repeat(20_000)}</div></foreignObject></svg>`,
  ],
  ["many rules", `<svg ${XMLNS}><style>${"g g:not(.a) {}".repeat(4_000)}</style>${"<g/>".repeat(5_000)}</svg>`],
  ["rules within rules", `<svg ${XMLNS}><style><![CDATA[g{${"& &{".repeat(25)}}]]></style><g/></svg>`],
  ["rules that look within", `<svg ${XMLNS}><style>g:has(g g) g {}</style><g/></svg>`],
  ["a large picture within", `<svg ${XMLNS}><image href="data:image/png;base64,${headOfPng(20_000)}"/></svg>`],
];

/** Each of nine parts draws the one before ten times. */
const bomb = (draw: (id: string) => string): string =>
  `<svg ${XMLNS}><rect id="l0"/>${Array.from({ length: 9 }, (_, level) => `<g id="l${level + 1}">${draw(`l${level}`).repeat(10)}</g>`).join("")}</svg>`;
const useBomb = bomb((id) => `<use href="#${id}"/>`);
const percent = (text: string): string => encodeURIComponent(text).replaceAll("'", "%27");
const sheet = (url: (id: string) => string): string =>
  bomb((id) => `<b class="${id}"/>`).replace(
    "</svg>",
    `<style>${Array.from({ length: 9 }, (_, n) => `.l${n} { fill: ${url(`l${n}`)} }`).join("")}</style></svg>`,
  );

/** What is broken, draws its own parts without end, or holds other files. */
export const HOSTILE: Drawings = [
  ["a page", "<html><svg/></html>"],
  ["no markup", "hello"],
  ["what is large", `<svg ${XMLNS}>${" ".repeat(256 * 1024)}</svg>`],
  ["entities", `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg ${XMLNS}>&b;</svg>`],
  [
    "entities of another doctype",
    `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1 plus MathML 2.0//EN" "">${bomb((id) => `<use href="&num;${id}"/>`)}`,
  ],
  ["a style sheet that transforms", `<?xml-stylesheet type="text/xsl" href="#x"?><svg ${XMLNS}/>`],
  ["an instruction after the first", `<?xml version="1.0"?><?php x ?><svg ${XMLNS}/>`],
  ["another encoding", `<?xml version="1.0" encoding="ISO-2022-JP"?><svg ${XMLNS}/>`],
  ["what isn't XML", `<svg ${XMLNS}><a b=">`],
  ["what has no end", `<svg ${XMLNS}><g>`],
  ["two drawings", `<svg ${XMLNS}/><svg ${XMLNS}/>`],
  ["parts within parts", `<svg ${XMLNS}>${"<g>".repeat(5_000)}${"</g>".repeat(5_000)}</svg>`],
  ["what refers to itself", `<svg ${XMLNS}><g id="a"><use href="#a"/></g></svg>`],
  ["parts that draw parts", useBomb],
  ["that, in characters' numbers", bomb((id) => `<x:use xlink:href='&#x00000023;${id}'/>`)],
  ["that, escaped as URLs are", bomb((id) => `<use href="#%6c${id.slice(1)}"/>`)],
  ["that, broken as URLs may be", bomb((id) => `<use href="#l&#10;${id.slice(1)}"/>`)],
  ["that, by the file's own address", bomb((id) => `<use href="?#${id}"/>`)],
  ["that, by ids with spaces", useBomb.replaceAll(/"(#?)l/g, '"$1l ')],
  ["that, by ids that look escaped", useBomb.replaceAll('"l', '"%6c').replaceAll("#l", "#%256c")],
  ["that, set by an animation", bomb((id) => `<use><set attributeName="href" to="#${id}"/></use>`)],
  ["fills of fills", bomb((id) => `<rect style="fill:url( '#${id}')"/>`)],
  ["that, escaped as style is", bomb((id) => `<rect fill="u\\72l(\\23 \\6c ${id.slice(1)})"/>`)],
  ["that, inherited", bomb((id) => `<g fill="url(#${id})">${SHAPE.repeat(9)}</g>`)],
  ["masks of masks", bomb((id) => `<g mask="url(#${id})"/>`)],
  [
    "a mask that each part inherits",
    `<svg ${XMLNS}><mask id="m">${SHAPE.repeat(999)}</mask><g mask="url(#m)">${'<b mask="inher\\69t"/>'.repeat(999)}</g></svg>`,
  ],
  ["that, by a style sheet", sheet((id) => `url(#${id})`)],
  ["that, quoted and escaped", sheet((id) => `u\\rl("\\23${id}")`)],
  ["that, verbatim", sheet((id) => `url(<![CDATA[#]]>${id})`)],
  ["that, cut by comments", sheet((id) => `url(<!--)-->#${id})`)],
  [
    "a mask that a style sheet has inherited",
    `<svg ${XMLNS}><mask id="m">${SHAPE.repeat(999)}</mask><style>* { mask: inher<!-- -->it }</style><g mask="url(#m)">${SHAPE.repeat(999)}</g></svg>`,
  ],
  [
    "a path of many points, with marks",
    `<svg ${XMLNS}><marker id="m">${SHAPE.repeat(9_000)}</marker><path marker-mid="url(#m)" d="${"h1".repeat(60_000)}"/></svg>`,
  ],
  ["a bomb within", `<svg ${XMLNS}><image href="${dataOf(useBomb)}"/></svg>`],
  ["that, as text", `<svg ${XMLNS}><image href="data:image/svg+xml;utf8,${percent(useBomb)}"/></svg>`],
  [
    "that, packed and escaped",
    `<svg ${XMLNS}><image href="data:image/svg+xml;base64,${percent(dataOf(useBomb).slice(26))}"/></svg>`,
  ],
  ["that, broken", `<svg ${XMLNS}><image href="da&#9;ta: image/svg+xml,${percent(useBomb)}"/></svg>`],
  ["that, not quite packed", `<svg ${XMLNS}><image href="data:image/svg+xml;base64x,${percent(useBomb)}"/></svg>`],
  [
    "that, in another encoding",
    `<svg ${XMLNS}><image href="data:image/svg+xml;charset=ISO-2022-JP,%3Csvg/%3E"/></svg>`,
  ],
  [
    "that, the second of two",
    `<svg ${XMLNS}><img srcset="data:image/svg+xml,%3Csvg/%3E 1x, ${dataOf(useBomb)} 2x"/></svg>`,
  ],
  ["that, in a style sheet", `<svg ${XMLNS}><style>a { background: url("${dataOf(useBomb)}") }</style></svg>`],
  [
    "a style sheet in a style sheet",
    `<svg ${XMLNS}><style>@import "da\\ta:text/css,a{}"</style></svg>`.replace("\\ta", "\\74 a"),
  ],
];
