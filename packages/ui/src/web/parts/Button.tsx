import { LoaderCircle } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

export interface ButtonProps extends Omit<ComponentProps<"button">, "className" | "disabled"> {
  readonly look?: "main" | "danger" | "danger main" | "plain";
  readonly size?: "small" | "full";
  /** While busy it keeps the focus and does nothing. */
  readonly isBusy?: boolean;
  readonly isOff?: boolean;
  readonly icon?: ReactNode;
}

export function Button({ look, size, isBusy = false, isOff = false, icon, children, onClick, ...rest }: ButtonProps) {
  const isIdle = isBusy || isOff;
  const isIcon = children === undefined;
  return (
    <button
      type="button"
      {...rest}
      className={["button", look, size, isIcon ? "icon" : ""].filter(Boolean).join(" ")}
      aria-disabled={isIdle || undefined}
      aria-busy={isBusy || undefined}
      onClick={(event) => {
        if (isIdle) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isBusy ? <LoaderCircle size={16} className="spin" aria-hidden /> : icon}
      {children}
    </button>
  );
}
