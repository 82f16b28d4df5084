import { message, type ApiTokenScope, type Message } from '@parlance/contract'

/** What each scope lets a program do. */
export const scopeTexts: Record<ApiTokenScope, { name: Message; hint: Message }> = {
  ask: { name: message('Ask'), hint: message('Ask questions, and run SQL that the rules allow') },
  read_results: { name: message('Read results'), hint: message('Read conversations and their answers') },
  manage_areas: { name: message('Manage areas'), hint: message('Change the business areas that you may change') },
  administer: { name: message('Administer'), hint: message('Everything that administrators can do') },
}
