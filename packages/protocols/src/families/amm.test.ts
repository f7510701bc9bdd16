import { useAmmScene } from "../testing/amm/ammScene.ts";
import { testBalancerV2 } from "../testing/amm/balancerV2Tests.ts";
import { testBalancerV3 } from "../testing/amm/balancerV3Tests.ts";
import { testConvex } from "../testing/amm/convexTests.ts";
import { testCurve } from "../testing/amm/curveTests.ts";
import { testManaged } from "../testing/amm/managedTests.ts";
import { testSolidly } from "../testing/amm/solidlyTests.ts";

useAmmScene();
testCurve();
testConvex();
testBalancerV2();
testBalancerV3();
testSolidly();
testManaged();
