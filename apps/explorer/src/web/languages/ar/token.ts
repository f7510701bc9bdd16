import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/token.ts";

export const messages: Translation<typeof english> = {
  "token.noSuch": "لا يوجد رمز كهذا",
  "token.noSuchText": "لا رمز معروف بهذا العنوان على هذه السلسلة. ربما هو جديد، أو على سلسلة أخرى.",
  "token.loading": "الرمز",
  "token.contractAddress": "عنوان العقد",
  "token.thePrice": "السعر",
  "token.priceHow": "مقروء على السلسلة، من مصادر الأسعار وتداولات المجمّعات.",

  "token.curve":
    "{time, select, day {السعر خلال 24 ساعة} week {السعر خلال 7 أيام} month {السعر خلال 30 يومًا} other {السعر خلال سنة}}",
  "token.curveLoading": "جارٍ تحميل منحنى السعر …",
  "token.noPrices": "لا أسعار معروفة في هذه الفترة",
  "token.up": "ارتفع {change}، بين {least} و{most}",
  "token.down": "انخفض {change}، بين {least} و{most}",
  "token.upPartly": "ارتفع {change}، بين {least} و{most}؛ الأسعار الأسبق غير معروفة",
  "token.downPartly": "انخفض {change}، بين {least} و{most}؛ الأسعار الأسبق غير معروفة",

  "token.facts": "حقائق",
  "token.totalSupply": "إجمالي المعروض",
  "token.valueOfAll": "قيمة الكل",
  "token.decimals": "الخانات العشرية",
  "token.noDecimals": "غير محدّدة",
  "token.deployed": "تاريخ النشر",
  "token.transaction": "المعاملة",
  "token.creator": "المنشئ",
  "token.kind": "النوع",
  "token.nativeCoin": "عملة السلسلة الأصلية",
  "token.issuedBy": "الجهة المُصدِرة",

  "token.holders": "أكبر الحاملين",
  "token.theHolders": "الحاملون",
  "token.noHolders": "لا حاملون معروفون",
  "token.noHoldersText": "لا أحد ممن هم مفهرسون يملك منه شيئًا.",
  "token.topHold": "أكبر {count, number} يحملون {share} من المعروض.",
  "token.holdersHow":
    "الأرصدة المفهرسة، الأكبر أولًا. على سلسلة غير مفهرسة من بدايتها لا تُعرف إلا العناوين التي نشطت منذ ذلك الحين. والحصص من إجمالي المعروض الذي يذكره العقد.",

  "token.pool": "المجمّع",
  "token.in": "في",
  "token.deposited": "المودَع",
  "token.depositors": "المودِعون",

  "token.risks": "المخاطر",
  "token.riskScam": "معروف بأنه يحتال على حامليه.",
  "token.riskSuspicious": "تظهر عليه علامات احتيال، مثل اختصار رمز آخر.",
  "token.riskListed": "في قائمة رموز يثق بها المشغّل. هذا يحمي من المتشابهات.",
  "token.riskUnlisted": "ليس في أي قائمة رموز يثق بها المشغّل: يستطيع أي شخص أن يمنح رمزًا هذا الاسم.",
  "token.riskNoSigns": "لم توجد علامات احتيال.",
  "token.riskUnjudged": "لم يحكم أحد هل هو احتيالي.",
  "token.riskUnknownAge": "متى نُشر غير معروف.",
  "token.riskNew": "نُشر قبل أقل من {days, number} يومًا.",
  "token.riskOld":
    "نُشر قبل {days, plural, zero {# يوم} one {يوم واحد} two {يومين} few {# أيام} many {# يومًا} other {# يوم}}.",
  "token.riskNoPrice": "لا سعر معروف: لا مصدر موثوق، ولا مجمّع فيه ما يكفي.",
  "token.riskOldPrice": "رُصد سعره آخر مرة قبل أكثر من يوم.",
};
