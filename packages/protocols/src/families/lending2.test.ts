import { useLendingScene } from "../testing/lendingScene.ts";
import { testMakerdao } from "../makerdao/testMakerdao.ts";
import { testEulerV2 } from "./euler-v2/testEulerV2.ts";
import { testFluid } from "./fluid/testFluid.ts";
import { testGearbox } from "./gearbox/testGearbox.ts";
import { testLiquityV1 } from "./liquity-v1/testLiquityV1.ts";
import { testLiquityV2 } from "./liquity-v2/testLiquityV2.ts";
import { testSilo } from "./silo/testSilo.ts";

// One chain for all: each family's tests are beside it.

const scene = useLendingScene();

testEulerV2(scene);
testMakerdao(scene);
testLiquityV1(scene);
testLiquityV2(scene);
testFluid(scene);
testSilo(scene);
testGearbox(scene);
