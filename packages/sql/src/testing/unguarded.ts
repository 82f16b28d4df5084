const protectedTables = /\b(?:from|join)\s+(?:[`"[]\w+[`"\]]\.)*[`"[]?(?:users|orders|order_items)\b/i
const guards = /\(SELECT (?:TOP \(\d+\) )?[`"[].*?\bFROM\s+(?:[`"[][\w-]+[`"\]]\.)+[`"[]\w+[`"\]]/gi

/** A protected table outside the gate's subqueries: its name right after FROM or JOIN; null if there is none. */
export function unguarded(sql: string): string | null {
  return protectedTables.exec(sql.replace(guards, '('))?.[0] ?? null
}
