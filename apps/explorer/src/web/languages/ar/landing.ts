import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/landing.ts";

export const messages: Translation<typeof english> = {
  "landing.title": "اطّلع على أي محفظة",
  "landing.tab": "المستكشف",
  "landing.lead": "رموز العنوان ومراكزه ورموز NFT وسجله وموافقاته، على كل سلسلة، في مكان واحد.",
  "landing.tokensText": "الكميات والأسعار والقيمة، دون الرموز المزعجة",
  "landing.positionsText": "القروض والمجمّعات والتكديس، ومدى أمانها",
  "landing.nftsText": "معرض لمقتنياته",
  "landing.historyText": "كل معاملة، في جملة واضحة",
  "landing.approvalsText": "من يحق له أخذ ماذا، وما الذي ينبغي إلغاؤه",
  "landing.sources": "المصادر",
  "landing.sourcesText": "الكتلة والسعر وراء كل رقم",
  "landing.noAccount": "لم تُرجع {wallet} أي حساب. افتح قفلها ثم حاول مرة أخرى.",
  "landing.noWallet": "لا توجد محفظة في هذا المتصفح: أدخل عنوانًا.",
  "landing.orYourOwn": "أو استكشف محفظتك؛ لا تشارك المحفظة سوى عنوانها",
  "landing.rejected": "رفضتَ الطلب في المحفظة. لم يُشارَك أي شيء.",
  "landing.wrongResponse": "لم تستجب {wallet} بشكل صحيح. افتحها ثم حاول مرة أخرى.",
  "landing.noAddress": "ليس لديك عنوان؟",
  "landing.try": "جرّب {address}",
  "landing.yourAddress": "عنوانك {address}",
  "landing.clear": "مسح",
  "landing.chains": "السلاسل المدعومة",
};
