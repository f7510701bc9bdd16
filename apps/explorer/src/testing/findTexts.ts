import { childrenOf, type SyntaxNode } from "./readSources.ts";

/** Attributes and properties that a person reads or hears, whatever their value. */
const READ = /^(?:aria-label|aria-valuetext|title|placeholder|alt|label|lead|text|tab|how|summary|things|words)$/;
/** Those that nobody does. */
const UNREAD =
  /^(?:className|viewBox|d|rel|key|id|to|href|src|style|autoComplete|preserveAspectRatio|look|tone|data-.+|queryKey|sizes)$/;
/** Several words, or the beginning or end of a sentence. */
const PROSE = /\p{L}{2,}[,;:]? \p{L}{2,}|^\p{Lu}\p{Ll}+(?: |$)|\p{L}{2,}(?: …|[.…])$/u;
/** An id of the catalogue. */
const ID = /^[a-z]\w*\.\w*$/;
const WORD = /\p{L}{2,}/u;
/** Names of this and other products, and keys of keyboards. */
const NAMES =
  /^(?:Portico|Permit2|ENS|NFTs?|Koinly|CoinTracking|CSV|JSON|WETH|Escape|Enter|Home|End|Tab|Space|Page(?:Up|Down)|Arrow(?:Up|Down|Left|Right)|[A-Z][a-z]+Error)$/;

/** Where a text of a source stands: among children of JSX, in something that is read, or anywhere else. */
type Place = "shown" | "read" | "code";

/** Texts of a source that are read by people, and don't come from the catalogue. */
export function findTexts(node: SyntaxNode, place: Place = "code"): string[] {
  switch (node.type) {
    case "JSXText":
      return WORD.test(textOf(node)) && !NAMES.test(textOf(node).trim()) ? [textOf(node).trim()] : [];
    case "Literal":
    case "TemplateElement":
      return isText(textOf(node), place) ? [textOf(node)] : [];
    case "JSXElement":
      return isCode(node) ? [] : within(node, "shown");
    case "JSXFragment":
      return within(node, "shown");
    case "JSXAttribute":
    case "Property":
      return findInNamed(node);
    case "ConditionalExpression":
    case "LogicalExpression":
      return findInChoice(node, place);
    case "JSXExpressionContainer":
    case "TemplateLiteral":
    case "ParenthesizedExpression":
      return within(node, place);
    default:
      return isUnread(node) ? [] : within(node, "code");
  }
}

const within = (node: SyntaxNode, place: Place): string[] =>
  childrenOf(node).flatMap((child) => findTexts(child, place));

function textOf({ value }: SyntaxNode): string {
  if (typeof value === "string") return value;
  const cooked = (value as { cooked?: string } | null)?.cooked;
  return typeof cooked === "string" ? cooked : "";
}

const isText = (text: string, place: Place): boolean =>
  !NAMES.test(text) &&
  !ID.test(text) &&
  (place === "code" ? PROSE.test(text) && !/^[./#]|\\|[<>{}=]/.test(text) : WORD.test(text));

const isCode = ({ openingElement }: SyntaxNode): boolean =>
  ((openingElement as SyntaxNode)["name"] as SyntaxNode)["name"] === "code";

function findInNamed(node: SyntaxNode): string[] {
  const named = (node["name"] ?? node["key"]) as SyntaxNode;
  const name = String(named["name"] ?? named["value"]);
  const value = node["value"] as SyntaxNode | null;
  if (value === null || UNREAD.test(name)) return [];
  return findTexts(value, READ.test(name) ? "read" : "code");
}

/** What is compared or tested is not shown. */
function findInChoice(node: SyntaxNode, place: Place): string[] {
  const tested = (node.type === "LogicalExpression" && node["operator"] === "&&" ? node["left"] : node["test"]) as
    | SyntaxNode
    | undefined;
  return childrenOf(node).flatMap((child) => findTexts(child, child === tested ? "code" : place));
}

/** Types, imports, comparisons, errors for engineers, and calls whose texts are ids. */
function isUnread(node: SyntaxNode): boolean {
  if (node.type === "BinaryExpression") return node["operator"] !== "+";
  if (/^(?:TS(?!AsExpression|SatisfiesExpression|NonNull)|Import|Export(?:All|Specifier))/.test(node.type)) return true;
  if (node.type !== "NewExpression" && node.type !== "CallExpression") return false;
  return /^(?:t|(?:Type|Range)?Error|RegExp|querySelector(?:All)?|matches|closest|split)$/.test(
    nameOf(node["callee"] as SyntaxNode),
  );
}

function nameOf(callee: SyntaxNode): string {
  const name = callee["name"] ?? (callee["property"] as SyntaxNode | undefined)?.["name"];
  return typeof name === "string" ? name : "";
}
