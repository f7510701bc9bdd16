import { _, Name, type Ajv2020, type CodeKeywordDefinition, type KeywordCxt } from "ajv/dist/2020.js";
import { Type } from "ajv/dist/compile/util.js";

/** How many errors of a request are found and reported at most. */
export const MAX_ERRORS = 20;

const ERROR_COUNT = new Name("errors"); // Ajv's own, in the code that it generates

/**
 * Has Ajv, which is to find every error at once, end where that costs more than it says: the items of an array that is longer
 * than its `maxItems` are not looked at, and those of another one until MAX_ERRORS of them were found. What is valid stays so.
 */
export function boundItems(ajv: Ajv2020): void {
  const usual = ajv.getKeyword("items") as CodeKeywordDefinition;
  ajv.removeKeyword("items");
  ajv.addKeyword({
    ...usual,
    code: (cxt) => {
      const isTuple = "prefixItems" in cxt.parentSchema || typeof cxt.schema === "boolean";
      (isTuple ? usual.code : validateItems)(cxt);
    },
  });
}

function validateItems(cxt: KeywordCxt): void {
  const { gen, data, it } = cxt;
  const { maxItems } = cxt.parentSchema as { readonly maxItems?: number };
  it.items = true;
  const isValid = gen.let("isValid", true);
  const isItemValid = gen.name("isItemValid");
  const length = gen.const("length", _`${data}.length`);
  const earlier = gen.const("earlier", ERROR_COUNT);
  const validateAll = () =>
    gen.forRange("index", 0, length, (index) => {
      cxt.subschema({ keyword: "items", dataProp: index, dataPropType: Type.Num }, isItemValid);
      gen.if(_`!${isItemValid}`, () => {
        gen.assign(isValid, false);
        gen.if(_`${ERROR_COUNT} - ${earlier} >= ${MAX_ERRORS}`, () => gen.break());
      });
    });
  if (maxItems === undefined) validateAll();
  else gen.if(_`${length} <= ${maxItems}`, validateAll);
  cxt.ok(isValid);
}
