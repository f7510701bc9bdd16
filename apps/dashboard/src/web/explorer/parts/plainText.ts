export { plainText } from "@portico/web";
