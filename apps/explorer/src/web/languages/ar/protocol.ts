import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/protocol.ts";

export const messages: Translation<typeof english> = {
  "protocol.noSuch": "لا يوجد بروتوكول كهذا",
  "protocol.noSuchText": "لا بروتوكول معروف هنا بهذا المعرّف. ابحث عن اسمه.",
  "protocol.loading": "البروتوكول",
  "protocol.notRead": "المراكز لا تُقرأ",
  "protocol.deposited": "المودَع",
  "protocol.theDeposits": "الإيداعات",
  "protocol.depositsHow": "ما أودعه المستخدمون فيه حسب عقوده، بما في ذلك الأجزاء المُقرَضة.",

  "protocol.chains": "السلاسل",
  "protocol.chainsLoading": "سلاسله",
  "protocol.onAll": "{value} عليها جميعًا",

  "protocol.depositors": "أكبر المودِعين",
  "protocol.theDepositors": "المودِعون",
  "protocol.noDepositors": "لا مودِعون معروفون",
  "protocol.noDepositorsText": "ليس لإيداعاته رمز إيصال يمكن سرد حامليه.",
  "protocol.depositorsHow":
    "الإيداعات التي يمثّلها رمز، مقوَّمة بحصة كل عنوان منه. الإيداعات بلا إيصال كهذا متروكة، فيكون مجموع القيم غالبًا أقل من كل المودَع. والديون غير مطروحة.",

  "protocol.pools": "المجمّعات",
  "protocol.thePools": "المجمّعات",
  "protocol.noPools": "لا مجمّعات معروفة",
  "protocol.noPoolsText": "ما أُودع فيه لا يُقرأ مجمّعًا مجمّعًا.",
  "protocol.poolsCaption": "المجمّعات، أكبر الإيداعات أولًا",
  "protocol.pool": "المجمّع",
  "protocol.kind": "النوع",
  "protocol.depositorCount": "المودِعون",
  "protocol.readAt": "قُرئ {time}",
  "protocol.showFewer": "اعرض أقل",
  "protocol.showAll": "اعرض الكل ({count, number})",
};
