import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/bundle.ts";

export const messages: Translation<typeof english> = {
  "bundle.noSuch": "لا توجد حزمة كهذه",
  "bundle.whereKept": "تُحفظ الحزم في المتصفح الذي أُنشئت فيه، أو في حساب.",
  "bundle.loading": "الحزمة",
  "bundle.noTokens": "لا رموز",
  "bundle.holdsNone": "لا يملك أي من العناوين رمزًا.",
  "bundle.lead":
    "حزمة من {count, plural, zero {لا عناوين} one {عنوان واحد} two {عنوانين} few {# عناوين} many {# عنوانًا} other {# عنوان}}",
  "bundle.readOf": "قُرئ {read} من {count} من العناوين",
  "bundle.how": "مجموع صافي قيم عناوينها. ما يدين به أحدها لآخر يُحسب على الجانبين.",
  "bundle.addresses": "العناوين",
  "bundle.removeAddress": "أزل {address} من الحزمة",
  "bundle.addAddress": "أضف عنوانًا",
  "bundle.add": "أضف",
  "bundle.wrongAddress": "العنوان هو 0x و40 خانة ست عشرية.",
};
