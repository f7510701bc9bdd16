export { BackupError } from "./backupError.ts";
export { openBackup } from "./readBackup.ts";
export { restoreBackup, type RestoreSummary } from "./restoreBackup.ts";
export { writeBackup, type BackupSummary } from "./writeBackup.ts";
