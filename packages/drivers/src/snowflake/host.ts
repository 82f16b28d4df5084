/** The only host that is called for an account (R14). */
export function snowflakeHost(account: string): string {
  return `${account.replaceAll('_', '-')}.snowflakecomputing.${/\.cn-/i.test(account) ? 'cn' : 'com'}`
}
