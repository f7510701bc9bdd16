import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/block.ts";

export const messages: Translation<typeof english> = {
  "block.noSuch": "لا توجد كتلة كهذه",
  "block.noSuchText": "لا كتلة محفوظة هنا بهذا الرقم. ربما لم تُنشأ بعد، أو هي أقدم مما هو مفهرس.",
  "block.loading": "الكتلة",
  "block.ofChain": "الكتلة {block, number} من {chain}",
  "block.neighbours": "الكتل المجاورة",
  "block.previous": "السابقة",
  "block.next": "التالية",
  "block.facts": "حقائق",
  "block.hash": "الهاش",
  "block.theHash": "هاش الكتلة",
  "block.mined": "وقت الإنشاء",
  "block.since": "الكتل منذ ذلك الحين",
  "block.indexed": "المفهرس منها {count, number}",

  "block.transactions": "المعاملات",
  "block.noTransactions": "لا معاملات محفوظة",
  "block.noTransactionsText": "الكتلة فارغة، أو لم يشارك فيها أحد ممن هم مفهرسون هنا.",
  "block.caption": "معاملات الكتلة",
  "block.from": "من",
  "block.to": "إلى",
  "block.fromMark": "من",
  "block.toMark": "إلى",
  "block.fee": "الرسوم",
  "block.newContract": "عقد جديد",
  "block.failed": "فاشلة",
  "block.pages": "صفحات المعاملات",
  "block.earlier": "أسبق في الكتلة",
  "block.later": "ألحق في الكتلة",
};
