import type { Address } from "@portico/evm";
import { keccak256, parseAbi, toHex } from "viem";
import type { EventSignal } from "../../adapter.ts";

const [onePart, twoParts] = parseAbi([
  "struct AddressItem { string key; address value; }",
  "struct AddressList { string key; address[] value; }",
  "struct AddressItems { AddressItem[] items; AddressList[] arrayItems; }",
  "struct UintItem { string key; uint256 value; }",
  "struct UintList { string key; uint256[] value; }",
  "struct UintItems { UintItem[] items; UintList[] arrayItems; }",
  "struct IntItem { string key; int256 value; }",
  "struct IntList { string key; int256[] value; }",
  "struct IntItems { IntItem[] items; IntList[] arrayItems; }",
  "struct BoolItem { string key; bool value; }",
  "struct BoolList { string key; bool[] value; }",
  "struct BoolItems { BoolItem[] items; BoolList[] arrayItems; }",
  "struct WordItem { string key; bytes32 value; }",
  "struct WordList { string key; bytes32[] value; }",
  "struct WordItems { WordItem[] items; WordList[] arrayItems; }",
  "struct BytesItem { string key; bytes value; }",
  "struct BytesList { string key; bytes[] value; }",
  "struct BytesItems { BytesItem[] items; BytesList[] arrayItems; }",
  "struct StringItem { string key; string value; }",
  "struct StringList { string key; string[] value; }",
  "struct StringItems { StringItem[] items; StringList[] arrayItems; }",
  "struct EventData { AddressItems addressItems; UintItems uintItems; IntItems intItems; BoolItems boolItems; WordItems bytes32Items; BytesItems bytesItems; StringItems stringItems; }",
  "event EventLog1(address msgSender, string eventName, string indexed eventNameHash, bytes32 indexed topic1, EventData eventData)",
  "event EventLog2(address msgSender, string eventName, string indexed eventNameHash, bytes32 indexed topic1, bytes32 indexed topic2, EventData eventData)",
]);

const named = (name: string) => ({ eventNameHash: keccak256(toHex(name)) });

/** Events of an emitter: their name is a parameter, and their account a topic. */
export const gmxV2Signals = (eventEmitter: Address): EventSignal[] => [
  { event: onePart, emitters: [eventEmitter], owners: ["topic1"], where: named("PositionIncrease") },
  { event: twoParts, emitters: [eventEmitter], owners: ["topic2"], where: named("OrderCreated") },
];
