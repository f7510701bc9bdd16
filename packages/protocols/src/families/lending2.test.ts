import { useLendingScene } from "../testing/lendingScene.ts";
import { testMaker } from "../testing/lending/testMaker.ts";
import { testEulerV2 } from "../testing/lending/testEulerV2.ts";
import { testFluid } from "../testing/lending/testFluid.ts";
import { testGearbox } from "../testing/lending/testGearbox.ts";
import { testLiquityV1 } from "../testing/lending/testLiquityV1.ts";
import { testLiquityV2 } from "../testing/lending/testLiquityV2.ts";
import { testSilo } from "../testing/lending/testSilo.ts";

// One chain for all: the tests are in testing/lending.

const scene = useLendingScene();

testEulerV2(scene);
testMaker(scene);
testLiquityV1(scene);
testLiquityV2(scene);
testFluid(scene);
testSilo(scene);
testGearbox(scene);
