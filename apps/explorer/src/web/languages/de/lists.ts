import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/lists.ts";

export const messages: Translation<typeof english> = {
  "lists.title": "Ihre Listen",
  "lists.bundles": "Bündel",
  "lists.bundlesLead": "Mehrere Adressen als ein Portfolio.",
  "lists.noBundles": "Keine Bündel",
  "lists.howToBundle": "Öffnen Sie eine Adresse, dann den Stern daneben, um sie in ein neues Bündel zu legen.",
  "lists.addresses": "{count, plural, one {# Adresse} other {# Adressen}}",
  "lists.removeBundle": "Bündel {name} entfernen",
  "lists.watchlist": "Beobachtungsliste",
  "lists.nothingWatched": "Nichts wird beobachtet",
  "lists.howToWatch": "Öffnen Sie eine Adresse, dann den Stern daneben.",
  "lists.removeWatched": "{address} von der Beobachtungsliste entfernen",
  "lists.cannotRead": "Kann gerade nicht gelesen werden",
  "lists.labels": "Bezeichnungen",
  "lists.noLabels": "Keine Bezeichnungen",
  "lists.whatLabelsDo": "Ein eigener Name einer Adresse wird überall gezeigt, wo dieser Explorer die Adresse zeigt.",
  "lists.removeLabel": "Bezeichnung von {address} entfernen",

  "lists.export": "Exportieren",
  "lists.import": "Importieren",
  "lists.file": "Datei mit Listen",
  "lists.unreadable": "Die Datei konnte nicht gelesen werden.",
  "lists.nothingImported": "Nichts wurde importiert",
  "lists.imported": "Die Listen wurden importiert",
  "lists.importThese": "Diese Listen importieren?",
  "lists.fileHas":
    "Die Datei hat {labels, plural, one {# Bezeichnung} other {# Bezeichnungen}}, {watched, plural, one {# beobachtete Adresse} other {# beobachtete Adressen}} und {bundles, plural, one {# Bündel} other {# Bündel}}. Sie kommen zu Ihren hinzu; Bezeichnungen und Bündel, die Sie schon haben, werden ersetzt.",
  "lists.cancel": "Abbrechen",

  "lists.keptInBrowser": "Nur in diesem Browser gespeichert: Niemand sonst sieht es.",
  "lists.keptInAccount": "In Ihrem Konto gespeichert: Sie sehen es überall, wo Sie sich anmelden, sonst niemand.",
  "lists.keptUnknown": "Die Listen Ihres Kontos können gerade nicht gelesen werden: Nichts kann geändert werden.",
  "lists.label": "Bezeichnung",
  "lists.ownName": "Eigener Name dieser Adresse",
  "lists.save": "Speichern",
  "lists.labelSaved": "Bezeichnung gespeichert",
  "lists.labelRemoved": "Bezeichnung entfernt",
  "lists.inBundle": "Bündel {name}",
  "lists.newBundle": "Neues Bündel",
  "lists.several": "Mehrere Adressen als ein Portfolio",
  "lists.create": "Anlegen",
  "lists.storesNothing": "Dieser Browser speichert hier nichts.",
  "lists.all": "Alle Bezeichnungen, beobachteten Adressen und Bündel",

  "lists.accountUnreadable": "Die Listen Ihres Kontos können gerade nicht gelesen werden",
  "lists.browserShown":
    "Die unten sind die dieses Browsers. Bis Ihr Konto gelesen werden kann, kann nichts geändert werden.",
  "lists.inBrowser":
    "Sie sind nur in diesem Browser gespeichert. Exportieren Sie sie, um sie anderswo zu haben oder zu sichern.",
  "lists.signInToKeep":
    "<link>Melden Sie sich an</link>, um sie stattdessen in Ihrem Konto zu speichern und in jedem Browser zu sehen, in dem Sie sich anmelden.",
  "lists.accountKeepsNone":
    "Ihr Konto hat keine Listen. Wenn Sie diese dort speichern, legt der Server dieses Explorers sie unter Ihrem Konto ab, jeder Browser, in dem Sie sich anmelden, zeigt sie, und aus diesem hier werden sie entfernt.",
  "lists.keepInAccount": "Im Konto speichern",
  "lists.inAccount":
    "Sie sind in Ihrem Konto {account} gespeichert, auf dem Server dieses Explorers: Jeder Browser, in dem Sie sich anmelden, zeigt sie, und in einem Browser, der sich abmeldet, bleibt nichts von ihnen.",
  "lists.chainNumber": "Chain {chain}",
  "lists.copyToBrowser": "In diesen Browser kopieren",
  "lists.copied": "In diesen Browser kopiert",
  "lists.browserHasOwn": "Dieser Browser hat eigene Listen",
  "lists.ownInBrowser":
    "Nur in diesem Browser gespeichert, und gezeigt, wenn Sie abgemeldet sind: {labels, plural, one {# Bezeichnung} other {# Bezeichnungen}}, {watched, plural, one {# beobachtete Adresse} other {# beobachtete Adressen}} und {bundles, plural, one {# Bündel} other {# Bündel}}. Was Ihr Konto schon hat, bleibt dort, wie es ist.",
  "lists.moveToAccount": "Ins Konto verschieben",
  "lists.removeFromBrowser": "Aus diesem Browser entfernen",
  "lists.accountKeeps": "Die Listen sind jetzt im Konto",

  "lists.account": "Ihr Konto",
  "lists.accountStores":
    "Der Dienst speichert Ihre Listen, wenn Sie sie hier ablegen, die angemeldeten Browser, die Anwendungen, die Sie verbunden haben, Ihr Profil, wem Sie folgen, und die Nachrichten, die Sie bekommen haben.",
  "lists.exportAll": "Alles exportieren",
  "lists.exportFailed": "Der Export ist fehlgeschlagen. Versuchen Sie es noch einmal.",
  "lists.deleteAll": "Alles löschen",
  "lists.deleteQuestion": "Alles aus Ihrem Konto löschen?",
  "lists.deletedForGood": "Sofort und endgültig gelöscht werden:",
  "lists.deletesLists": "Ihre Listen im Konto;",
  "lists.deletesSessions": "alle Ihre Sitzungen hier und beim Anmeldedienst, in jedem Browser;",
  "lists.deletesConsents": "Ihre Einwilligungen für Anwendungen: Sie verlieren ihren Zugriff;",
  "lists.deletesProfile": "Ihr Profil, wem Sie folgen, Ihre Nachrichten und gesperrte Absender.",
  "lists.remains": "Was bleibt:",
  "lists.remainsOnChain": "was auf einer Chain steht: Es ist öffentlich, und niemand kann es löschen;",
  "lists.remainsElsewhere": "was Anwendungen selbst über Sie gespeichert haben, und wer Ihnen folgt;",
  "lists.remainsHere":
    "Listen dieses Browsers und was das Dashboard speichert: Konten, Mitgliedschaften und deren Protokolle;",
  "lists.remainsInBackups": "Sicherungen und Protokolle des Betreibers, bis sie ersetzt werden.",
  "lists.sure": "Ich möchte alles von {account} löschen. Das lässt sich nicht rückgängig machen.",
  "lists.deleted": "Alles aus Ihrem Konto wurde gelöscht, und Sie sind abgemeldet",
  "lists.nothingDeleted": "Nichts wurde gelöscht. Versuchen Sie es noch einmal.",
  "lists.deletionUnknown":
    "Der Server hat nicht geantwortet: Laden Sie die Seite neu, und prüfen Sie, ob Sie noch angemeldet sind.",
};
