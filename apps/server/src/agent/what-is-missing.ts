import { sentencesOf } from './figures/sentences.ts'

const negation =
  /\b(?:no|not|none|cannot|unable|missing|lacks?|without)\b|n['’]t\b|\b(?:kein\p{L}*|nicht|pas|aucune?|nessun\p{L}*|non|ning[uú]n\p{L}*|n[aã]o|nenhum\p{L}*)\b/iu
/** What a database has besides rows, and what a question can lack. */
const parts =
  /\b(?:columns?|tables?|fields?|schemas?|databases?|quer(?:y|ies)|parameters?|areas?|data|information|spalten?|tabellen?|felde?r?|datenbank|daten|abfragen?|colonnes?|champs?|base|donnée?s|requêtes?|columnas?|tablas?|campos?|datos|consultas?|colonn[ae]|tabell[ae]|camp[oi]|dati|colunas?|tabelas?|dados)\b/iu
const inability = /\b(?:cannot|could not|unable)\b|\b(?:ca|could)n['’]t\b/i
/** A statement about rows is a finding, also if it says that there are none. */
const rows = /\b(?:rows?|records?|entries|match(?:es|ing)?|zeilen|lignes|filas|righe|linhas)\b/iu
const question = /[?？؟]/u

/** Whether a text asks something. */
export function asks(text: string): boolean {
  return question.test(text)
}

/** Whether a text says what is missing or asks for it, instead of stating a finding. */
export function saysWhatIsMissing(text: string): boolean {
  if (asks(text)) return true
  return negation.test(text) && !rows.test(text) && (parts.test(text) || inability.test(text))
}

/** Whether a text could be true of a result without rows. */
export function saysNothingWasFound(text: string): boolean {
  return asks(text) || negation.test(text)
}

/** Only the sentences that say what is missing or ask for it; all others would state findings. */
export function onlyWhatIsMissing(text: string): string {
  return sentencesOf(text).filter(saysWhatIsMissing).join('').trim()
}
