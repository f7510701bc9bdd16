export interface Duties {
  report: () => void;
  rebase: () => void;
}
