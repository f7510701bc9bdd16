import { createHash } from "node:crypto";
import { BackupError } from "./backupError.ts";
import { END_OF_ROWS, MAGIC } from "./backupFormat.ts";

/** A row is held in memory; the longest are logos and messages. */
const LONGEST_LINE = 64 << 20;
const NEW_LINE = 10;
const FIRST_LINE = `${MAGIC}\n`;
const END = Buffer.from(`${END_OF_ROWS}\n`);
const END_AFTER_ROW = Buffer.from(`\n${END_OF_ROWS}\n`);
const INCOMPLETE = "The backup is incomplete: it ends before its manifest";

/** Reads a backup once, from its beginning to its end. All throw BackupError. */
export class BackupReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #hash = createHash("sha256");
  #buffer = Buffer.alloc(0);

  constructor(input: AsyncIterable<Buffer>) {
    this.#chunks = input[Symbol.asyncIterator]();
  }

  /** SHA-256 of what has been read. */
  digest(): string {
    return this.#hash.copy().digest("hex");
  }

  /** The first line. */
  async readMagic(): Promise<void> {
    while (this.#buffer.length < FIRST_LINE.length && (await this.#fill()));
    const start = this.#buffer.toString("latin1", 0, FIRST_LINE.length);
    if (start !== "" && start !== FIRST_LINE && FIRST_LINE.startsWith(start)) throw new BackupError(INCOMPLETE);
    if (start !== FIRST_LINE)
      throw new BackupError(
        start.startsWith(MAGIC.slice(0, -1))
          ? "The backup's format is of a later version of Portico: restore it by that version"
          : "This is not a backup of Portico. If it is encrypted, decrypt it into pnpm portico restore -",
      );
    this.#take(FIRST_LINE.length);
  }

  /** A line, without its end. */
  async readLine(): Promise<string> {
    for (let from = 0; ;) {
      const at = this.#buffer.indexOf(NEW_LINE, from);
      if (at !== -1) return this.#take(at + 1).toString("utf8", 0, at);
      from = this.#buffer.length;
      await this.#need();
    }
  }

  /** Lines of rows, whole, up to the line that ends them, which is skipped. */
  async *readRows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#buffer.length >= END.length && this.#buffer.subarray(0, END.length).equals(END)) {
        this.#take(END.length);
        return;
      }
      const end = this.#buffer.indexOf(END_AFTER_ROW);
      const last = end === -1 ? this.#buffer.lastIndexOf(NEW_LINE) : end;
      if (last === -1) await this.#need();
      else yield this.#take(last + 1);
    }
  }

  /** @throws BackupError if anything follows. */
  async expectEnd(): Promise<void> {
    if (this.#buffer.length > 0 || (await this.#fill()))
      throw new BackupError("The backup is damaged: it goes on after its manifest");
  }

  #take(length: number): Buffer {
    const taken = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    this.#hash.update(taken);
    return taken;
  }

  async #need(): Promise<void> {
    if (!(await this.#fill())) throw new BackupError(INCOMPLETE);
    if (this.#buffer.length > LONGEST_LINE) throw new BackupError("The backup is damaged: a line has no end");
  }

  async #fill(): Promise<boolean> {
    const { done = false, value } = await this.#chunks.next();
    if (done) return false;
    this.#buffer = this.#buffer.length === 0 ? value : Buffer.concat([this.#buffer, value]);
    return true;
  }
}
