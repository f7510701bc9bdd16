import { useState } from "react";
import { Button, Card, useCopy } from "@portico/ui";
import type { ConsoleRequest } from "./consoleRequest.ts";
import { type SampleLanguage, SAMPLES } from "./codeSamples.ts";

/** The request as a program, which reads the key from the environment. */
export function CodeCard({ request, apiUrl }: { readonly request: ConsoleRequest; readonly apiUrl: string }) {
  const [language, setLanguage] = useState<SampleLanguage>("curl");
  const code = SAMPLES[language](request, apiUrl);
  const { isCopied, copy } = useCopy(code, language);
  return (
    <Card title="As a program" lead="The key is read from PORTICO_ACCESS_KEY.">
      <div className="actions">
        <div className="segments" role="group" aria-label="Language">
          {(Object.keys(SAMPLES) as SampleLanguage[]).map((one) => (
            <button key={one} type="button" aria-pressed={one === language} onClick={() => setLanguage(one)}>
              {one}
            </button>
          ))}
        </div>
        <Button size="small" onClick={copy}>
          {isCopied ? "Copied" : `Copy ${language}`}
        </Button>
      </div>
      <pre className="code" tabIndex={0} role="region" aria-label={`The request in ${language}`}>
        {code}
      </pre>
    </Card>
  );
}
