const protectedTables = /\b(?:from|join)\s+(?:[`"[]\w+[`"\]]\.)*[`"[]?(?:users|orders|order_items)\b/i
const guards = /\(SELECT (?:TOP \(\d+\) )?[`"[].*?\bFROM\s+(?:[`"[][\w-]+[`"\]]\.)+[`"[]\w+[`"\]]/gi

/** A protected table that stands outside of a subquery of the gate's: its name right after FROM or JOIN; null for none. */
export function unguarded(sql: string): string | null {
  return protectedTables.exec(sql.replace(guards, '('))?.[0] ?? null
}
