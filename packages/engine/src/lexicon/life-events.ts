const columns = new Map([
  ['born', 'birth birthday birthdate born dob'.split(' ')],
  ['died', 'death died deceased dod'.split(' ')],
  ['left', 'end ended leave leaving left departure exit termination'.split(' ')],
])

/** The words of columns about the event that a verb names ('born' → birth); none for other verbs. */
export function lifeWords(verb: string): readonly string[] {
  return columns.get(verb) ?? []
}
