import { screen, within } from '@testing-library/react'

/** Waits for a text of the conversation. The results panel may show the same question. */
export async function findInConversation(text: string | RegExp): Promise<HTMLElement> {
  return within(await screen.findByRole('region', { name: 'Conversation' })).findByText(text)
}
