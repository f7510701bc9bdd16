import { afterAll, beforeAll } from "vitest";
import { testPendle } from "../testing/yield/testPendle.ts";
import { testRestaking } from "../testing/yield/testRestaking.ts";
import { testSpectra } from "../testing/yield/testSpectra.ts";
import { testStargate } from "../testing/yield/testStargate.ts";
import { testSynthetix } from "../testing/yield/testSynthetix.ts";
import { lab, startYieldLab } from "../testing/yield/yieldLab.ts";

beforeAll(startYieldLab);
afterAll(() => lab.stop());

testPendle();
testRestaking();
testSpectra();
testStargate();
testSynthetix();
