import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/gas.ts";

export const messages: Translation<typeof english> = {
  "gas.lead": "ما تكلّفه معاملة الآن بثلاث سرعات. تُحدَّث الأسعار كل 15 ثانية.",
  "gas.noChains": "لا سلاسل",
  "gas.noChainsText": "لا سلسلة مخدومة هنا بعد.",
  "gas.notRefreshed": "غير محدَّث",
  "gas.onChain": "الغاز على {chain}",
  "gas.how":
    "الإكراميات التي تضمنتها كتل حديثة، مع الرسوم الأساسية للكتلة التالية. يستهلك التحويل {transfer, number} من الغاز، ويُحسب التبديل بـ {swap, number}، أي نحو غاز مجمّع واحد من Uniswap V3. التكاليف هي الرسوم الأساسية والإكرامية مضروبة في سعر العملة.",
  "gas.disabled": "أسعار الغاز معطَّلة هنا: مفتاح المستكشف غير مفعَّل لمجموعة wallet.",
  "gas.pricesOn": "أسعار الغاز على {chain}",
  "gas.speed": "السرعة",
  "gas.gwei": "Gwei",
  "gas.wait": "الانتظار",
  "gas.transfer": "تحويل",
  "gas.swap": "تبديل",
  "gas.slow": "بطيئة",
  "gas.normal": "عادية",
  "gas.fast": "سريعة",
  "gas.custom": "مخصَّصة",
  "gas.baseFee": "الرسوم الأساسية {price} gwei",
  "gas.noBaseFee": "لا رسوم أساسية على هذه السلسلة",
  "gas.l1Included": "رسوم بيانات L1 مشمولة",
  "gas.seconds": "{count, number} ث",
  "gas.minutes": "{count, number} د",
  "gas.hours": "{count, number} س",
};
