import { message, type Message, type WrongReason } from '@parlance/contract'

/** The reasons of wrong answers as users see them. */
export const wrongReasonTexts: Record<WrongReason, Message> = {
  wrong_table: message('Wrong table'),
  wrong_filter: message('Wrong filter'),
  wrong_period: message('Wrong period'),
  wrong_number: message('Wrong number'),
  other: message('Other'),
}
