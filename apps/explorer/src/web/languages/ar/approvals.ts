import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/approvals.ts";

export const messages: Translation<typeof english> = {
  "approvals.theApprovals": "الموافقات",
  "approvals.exposure": "القيمة المعرَّضة للخطر",
  "approvals.how":
    "ما يمكن للجهة المخوَّلة أخذه الآن هو الأقل من بين ما سُمح لها به (كما تعيده allowance عند الكتلة) وما يحتفظ به العنوان، مضروبًا في سعر الرمز. والرمز الذي يحق لعدة جهات نقله يُحسب مرة لكل جهة. وتستنتج هذه الصفحة الخطر مما تتضمنه الاستجابة من بيانات عن الجهة المخوَّلة.",
  "approvals.none": "لا توجد موافقات",
  "approvals.noneText": "لا يحق لأي حساب آخر نقل أصول هذا العنوان.",
  "approvals.hideLowRisk": "إخفاء الخطر المنخفض",
  "approvals.sum":
    "{spenders, plural, zero {لا جهات مخوَّلة} one {جهة مخوَّلة واحدة} two {جهتان مخوَّلتان} few {# جهات مخوَّلة} many {# جهة مخوَّلة} other {# جهة مخوَّلة}} لديها {permissions, plural, zero {لا أذونات} one {إذن واحد} two {إذنان} few {# أذونات} many {# إذنًا} other {# إذن}}، والأكثر خطرًا أولًا",
  "approvals.spenders": "الجهات المخوَّلة",
  "approvals.unseen":
    "لا تشمل هذه القائمة التصاريح (permits) التي وقّعها العنوان ولم يستخدمها أحد: فهي ليست على السلسلة.",

  "approvals.chainMissing": "{chain} غير موجودة",
  "approvals.notInList": "{chain} ليست في هذه القائمة:",
  "approvals.indexedSince":
    "{chain} مفهرسة بدءًا من الكتلة {block, number}: الموافقات التي لم تتغيّر منذ ذلك الحين غير معروفة.",

  "approvals.high": "خطر مرتفع",
  "approvals.some": "بعض الخطر",
  "approvals.low": "خطر منخفض",
  "approvals.ratedHigh": "تصنّف هذه الخدمة الجهة المخوَّلة على أنها خطيرة.",
  "approvals.ratedSome": "لدى هذه الخدمة تحذير بشأن الجهة المخوَّلة.",
  "approvals.ratedLow": "تصنّف هذه الخدمة الجهة المخوَّلة على أنها آمنة.",
  "approvals.hacked": "من المعروف أن هذا العقد قد اختُرق.",
  "approvals.abandoned": "من المعروف أن مشروعه تخلّى عن هذا العقد.",
  "approvals.known": "عقد تابع لبروتوكول معروف.",
  "approvals.ownAccount": "ليس عقدًا بل حساب يملكه شخص، ويمكن لصاحبه أخذ هذا في أي وقت.",
  "approvals.maybeAccount": "لا يُعرف أنه عقد: قد يكون حسابًا يملكه شخص، ويمكن لصاحبه أخذ هذا في أي وقت.",
  "approvals.unknownOpen": "عقد لا يتبع أي بروتوكول معروف، ويحق له أخذ الرصيد كله.",
  "approvals.unknown": "عقد لا يتبع أي بروتوكول معروف.",
  "approvals.future": "غير محدود: يمكن أيضًا أخذ الرموز التي تُستلم لاحقًا.",
  "approvals.unpublished": "شفرته المصدرية غير منشورة.",
  "approvals.holdsNone": "لا يحتفظ العنوان بشيء منه الآن.",

  "approvals.thisNft": "رمز NFT هذا",
  "approvals.allNow": "جميعها، وعددها الآن {amount}",
  "approvals.allNoneNow": "جميعها، ولا شيء منها الآن",
  "approvals.unlimited": "غير محدود",
  "approvals.upTo": "حتى {amount}",
  "approvals.allOf": "جميع {name}",
  "approvals.more": "{count, number} أخرى",
  "approvals.choose": "اختيار {token}",
  "approvals.throughPermit2": "عبر Permit2",
  "approvals.ends": "ينتهي {time}",
  "approvals.changedBefore": "تغيّر قبل أول كتلة مفهرسة",
  "approvals.changed": "تغيّر {time}",
  "approvals.couldBeTaken": "يمكن أخذها",

  "approvals.nothingFirst": "لا شيء يجب إلغاؤه أولًا",
  "approvals.nothingFirstText":
    "جميع الجهات المخوَّلة عقود تابعة لبروتوكولات معروفة. ويمكنك مع ذلك إلغاء الأذونات التي لم تعد تستخدمها.",
  "approvals.revokeFirst": "ألغِ هذه أولًا",
  "approvals.mayMove": "يحق لها نقل {tokens}. <reason>{reason}</reason>",
  "approvals.mayMoveWorth": "يحق لها نقل {tokens}؛ ويمكن أخذ {value} الآن. <reason>{reason}</reason>",
  "approvals.howToRevoke": "كيفية الإلغاء",

  "approvals.chosenOnes": "الأذونات المختارة",
  "approvals.chosen":
    "{count, plural, zero {لم يُختر أي إذن} one {اختير إذن واحد} two {اختير إذنان} few {اختيرت # أذونات} many {اختير # إذنًا} other {اختير # إذن}}",
  "approvals.upToValue": "حتى {value}",
  "approvals.clear": "مسح الاختيار",
  "approvals.revokeCount": "إلغاء {count, number}",
  "approvals.revoke": "إلغاء",
  "approvals.revokeName": "إلغاء: {name}",
  "approvals.revokeMany":
    "{count, plural, zero {إلغاء الأذونات} one {إلغاء إذن واحد} two {إلغاء إذنين} few {إلغاء # أذونات} many {إلغاء # إذنًا} other {إلغاء # إذن}}",
  "approvals.manyText":
    "لا تنقل هذه المعاملات أي أصول وتكلّف رسوم الغاز؛ ولا يمكن إرسالها إلا من {owner}. والمحفظة التي تستطيع ذلك ترسل معاملات السلسلة الواحدة معًا.",
  "approvals.tokenFrom": "{token} <from>من</from> {spender}",
  "approvals.revokeText":
    "يحق لـ {spender} نقل {token}. تلغي هذه المعاملة ذلك. وهي لا تنقل أي أصول وتكلّف رسوم الغاز؛ ولا يمكن إرسالها إلا من {owner}.",
  "approvals.revokePermit2Text":
    "يحق لـ {spender} نقل {token} عبر Permit2. تلغي هذه المعاملة ذلك. وهي لا تنقل أي أصول وتكلّف رسوم الغاز؛ ولا يمكن إرسالها إلا من {owner}.",
  "approvals.callUnknown": "الاستدعاء غير معروف",
  "approvals.callUnknownText": "عقد هذا الإذن غير معروف. ألغِه في محفظتك.",
  "approvals.call": "الاستدعاء",
  "approvals.contractRow": "العقد",
  "approvals.contract": "العقد",
  "approvals.data": "البيانات",
  "approvals.calldata": "بيانات الاستدعاء",

  "approvals.noWalletMany": "لم يُعثر على محفظة في هذا المتصفح: ألغِ كل إذن على حدة لترى استدعاءه.",
  "approvals.noWallet": "لم يُعثر على محفظة في هذا المتصفح: أرسل الاستدعاء أعلاه بمحفظتك.",
  "approvals.sendNow":
    "هل تريد إرسال هذا على {chain} الآن؟ ستعرض محفظتك الاستدعاء وتسأل مرة أخرى؛ هذه الخدمة لا توقّع أبدًا.",
  "approvals.sendWith": "إرسال عبر {wallet}",
  "approvals.sendManyWith":
    "{count, plural, zero {إرسال المعاملات عبر {wallet}} one {إرسال معاملة واحدة عبر {wallet}} two {إرسال معاملتين عبر {wallet}} few {إرسال # معاملات عبر {wallet}} many {إرسال # معاملة عبر {wallet}} other {إرسال # معاملة عبر {wallet}}}",
  "approvals.notSent": "لم يُرسل",
  "approvals.othersNotSent": "لم تُرسل البقية",
  "approvals.wentWrong": "حدث خطأ ما. حاول مرة أخرى.",
  "approvals.sent": "أُرسل",
  "approvals.sentText": "يسري ذلك عند إدراجه في كتلة، ثم تعرضه القائمة.",
  "approvals.sentOf": "أُرسل {count, number} من {total, number}",
  "approvals.hash": "هاش المعاملة",
  "approvals.refresh": "تحديث",
  "approvals.batchId": "معرّف الدفعة",
  "approvals.pendingTitle": "أُرسلت معًا",
  "approvals.pendingText": "يسري ذلك عند إدراجه في كتلة.",
  "approvals.doneTitle": "تم الإلغاء",
  "approvals.doneText": "تعرضه القائمة بعد فهرسة الكتلة.",
  "approvals.failedTitle": "فشل الإلغاء",
  "approvals.failedText": "لم يُلغَ شيء. محفظتك توضّح السبب.",
  "approvals.partlyTitle": "أُلغي جزئيًا",
  "approvals.partlyText": "حدّث القائمة لترى ما تبقّى.",
  "approvals.onThisPhone": "استخدم محفظة على هذا الهاتف",
  "approvals.onYourPhone": "استخدم محفظة على هاتفك",
  "approvals.phoneText": "تفتح هذه الصفحة في متصفح المحفظة نفسها، وهي ترسل المعاملات.",
  "approvals.qrCode": "رمز QR لهذه الصفحة",

  "approvals.permits": "التصاريح الموقَّعة (permits)",
  "approvals.permitsText":
    "التصريح الذي وقّعته لهذه الجهة ولم يستخدمه أحد ليس على السلسلة، والإلغاء يُبقيه صالحًا: يمكن للجهة أن تستعيد به الإذن. وإبطاله معاملة مستقلة ({call}).",
  "approvals.cancelWith": "إبطال التصاريح الموقَّعة عبر {wallet}",
  "approvals.noNonce": "لم تستطع محفظتك قراءة الرقم التسلسلي (nonce) لتصاريحك. لم يُرسل شيء.",

  "approvals.notShared": "لا تشارك محفظتك {owner} مع هذه الصفحة: اختر ذلك الحساب في المحفظة ثم حاول مرة أخرى.",
  "approvals.otherChain": "ما زالت محفظتك على سلسلة أخرى.",
  "approvals.noHash": "لم تُعِد محفظتك هاش المعاملة: تحقّق منها هناك.",
  "approvals.rejected": "لقد رفضت الطلب في المحفظة. لم يُرسل شيء.",
  "approvals.unknownChain": "لا تعرف محفظتك هذه السلسلة: أضفها هناك أولًا.",
  "approvals.walletError": "أبلغت محفظتك عن خطأ. وبحسب ما أبلغت به لم يُرسل شيء.",
  "approvals.noBatchName": "لم تُسمِّ محفظتك الدفعة: تحقّق منها هناك.",
  "approvals.unknownState": "أبلغت محفظتك عن حالة غير معروفة للدفعة: تحقّق منها هناك.",
};
