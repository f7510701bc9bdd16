import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/protocols.ts";

export const messages: Translation<typeof english> = {
  "protocols.search": "ابحث عن اسم",
  "protocols.count":
    "{count, plural, zero {لا بروتوكولات} one {بروتوكول واحد} two {بروتوكولان} few {# بروتوكولات} many {# بروتوكولًا} other {# بروتوكول}}",
  "protocols.countOf":
    "{count, plural, zero {لا بروتوكولات} one {بروتوكول واحد} two {بروتوكولان} few {# بروتوكولات} many {# بروتوكولًا} other {# بروتوكول}} من {total, number}",
  "protocols.noMatch": "لا نتائج مطابقة",
  "protocols.noMatchText": "لا بروتوكول على سلسلة مخدومة يحمل هذا الاسم.",
  "protocols.deposited": "مودَع",
  "protocols.notRead": "المراكز لا تُقرأ",
};
