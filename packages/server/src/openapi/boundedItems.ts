import { _, Name, type Ajv2020, type CodeKeywordDefinition, type KeywordCxt } from "ajv/dist/2020.js";
import { Type } from "ajv/dist/compile/util.js";

/** Maximum number of validation errors per request. */
export const MAX_ERRORS = 20;

const ERROR_COUNT = new Name("errors"); // a variable of the code that Ajv generates

/**
 * Bounds Ajv's `allErrors`: it doesn't validate the items of an array longer than its `maxItems`, and it stops after
 * MAX_ERRORS
 * failing items. Valid data stays valid.
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
