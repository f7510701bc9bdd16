import type { Contract, OperationObject } from "./contract.ts";
import { docstring, wrap } from "./docstring.ts";
import type { Argument, PythonOperation } from "./pythonOperation.ts";
import { renderPaging } from "./renderPaging.ts";
import { argumentsOf, renderSignature } from "./renderSignature.ts";

/** Renders operations.py: a class whose methods return data, and one whose methods return results. */
export const renderOperations = (operations: readonly PythonOperation[], contract: Contract): string =>
  [
    `"""The contract's operations. Generated from spec/ by packages/client-python. Do not edit."""`,
    "",
    "from __future__ import annotations",
    "",
    "from typing import Any, Dict, Iterator, List, Literal, Optional, Sequence, Union, cast",
    "from urllib.parse import quote",
    "",
    "from ..caller import Caller",
    "from ..paging import items_by_start, pages_by_cursor",
    "from ..result import Result",
    "from . import schemas",
    "",
    "",
    "class Operations(Caller):",
    `    """A method for each operation, which returns the data of the response."""`,
    ...operations.flatMap((operation) => ["", ...renderMethod(operation, false), ...renderPaging(operation, contract)]),
    "",
    "",
    "class OperationsWithMeta(Caller):",
    `    """The same operations, which return the data with the metadata of headers."""`,
    ...operations.flatMap((operation) => ["", ...renderMethod(operation, true)]),
    "",
  ].join("\n");

function renderMethod(operation: PythonOperation, isWithMeta: boolean): string[] {
  const { name, method, path, type } = operation;
  const own = argumentsOf(operation, isWithMeta);
  const returned = isWithMeta ? `Result[${type}]` : type;
  const placed = (location: Argument["in"]) => own.filter((one) => one.in === location);
  const dict = (location: Argument["in"]) =>
    placed(location).length === 0
      ? ""
      : `, ${{ query: "query", header: "headers", body: "body", path: "path" }[location]}={${placed(location)
          .map((one) => `${JSON.stringify(one.wireName)}: ${one.name}`)
          .join(", ")}}`;
  const target = placed("path").reduce(
    (text, one) => text.replace(`{${one.wireName}}`, `{quote(${one.name}, safe='')}`),
    path,
  );
  const pathText = target === path ? JSON.stringify(path) : `f${JSON.stringify(target)}`;
  const call = `self._call("${method.toUpperCase()}", ${pathText}${dict("query")}${dict("header")}${dict("body")})`;
  const text = isWithMeta ? `Like \`\`Operations.${name}\`\`, with the metadata of headers.` : describe(operation, own);
  const value = isWithMeta ? call : `${call}.data`;
  return [
    `    def ${name}(self${renderSignature(own)}) -> ${returned}:`,
    ...docstring(text, 8),
    type === "None" && !isWithMeta ? `        ${call}` : `        return cast(${JSON.stringify(returned)}, ${value})`,
  ];
}

function describe({ object, method, path }: PythonOperation, own: readonly Argument[]): string {
  const { summary, description = "", responses } = object;
  const statuses = Object.keys(responses).filter((status) => /^[45]/.test(status));
  return [
    ...wrap(`${summary}.`, 100),
    "",
    ...(description === "" ? [] : [...wrap(description, 100), ""]),
    `\`\`${method.toUpperCase()} ${path}\`\`; ${priceOf(object)}.`,
    "",
    ...own.flatMap(({ name, text, isRequired }) =>
      renderParameter(name, text === "" ? "See the schema." : text, isRequired),
    ),
    ...Object.entries(responses)
      .filter(([status]) => status.startsWith("2"))
      .flatMap(([, response]) => hang(`:returns: ${response.description ?? "the response"}`)),
    ...hang(`:raises PorticoError: status ${statuses.join(", ")}; \`\`code\`\` names the reason.`),
  ].join("\n");
}

const priceOf = ({ "x-units": units = 0, "x-units-per": per }: OperationObject): string =>
  units === 0 ? "free" : `${units} ${units === 1 ? "unit" : "units"}${per === undefined ? "" : ` per ${per}`}`;

const renderParameter = (name: string, text: string, isRequired: boolean): string[] =>
  hang(`:param ${name}: ${isRequired ? "" : "optional. "}${text}`);

const hang = (text: string): string[] =>
  wrap(text.replaceAll(/\n{2,}/g, " "), 100).map((line, index) => (index === 0 ? line : `    ${line}`));
