import { useQuery } from "@tanstack/react-query";
import { type AnswerOptions, answerOptions } from "./explorerApi.ts";

const CACHE_MS = 300_000;

/** An address and its ENS name, from either of them. */
export const useName = (id: string, { isOff = false }: Pick<AnswerOptions, "isOff"> = {}) =>
  useQuery({ ...answerOptions("/v1/name", { params: { query: { id } } }), staleTime: CACHE_MS, enabled: !isOff });
