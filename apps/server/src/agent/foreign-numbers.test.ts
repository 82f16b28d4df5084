import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askModel, runs, says } from '../testing/asking-model.ts'
import { createFileWorld, type FileWorld } from '../testing/file-turn.ts'
import { foreignNumbers } from './foreign-numbers.ts'

describe('number words in other languages', () => {
  test.each([
    ['Es gibt zwei Kunden und zweiundzwanzig Bestellungen.', [2, 22]],
    ['Es sind zweitausenddreihundertvierzig Bestellungen.', [2340]],
    ['Il y a quatre-vingt-dix-sept clients dans vingt et une villes et soixante et onze commandes.', [97, 20, 71]],
    ['Hay treinta y dos clientes con veintidós pedidos.', [32, 22]],
    ['Ci sono ventotto clienti con duemilatrecento ordini.', [28, 2300]],
    ['Há trinta e cinco clientes em mil e duzentos pedidos.', [35, 1200]],
    ['There are six tickets due once a day.', []],
    ['Zwanzig!', [20]],
    ['Zwanzigerlei!', [null]],
    ['Es sind 2 Millionen und 3 tausend.', []],
  ])('reads number words: %s', (text, values) => {
    expect(foreignNumbers(text).map(({ value }) => value)).toEqual(values)
  })
})

describe('an answer in the language of the question', () => {
  let world: FileWorld
  beforeAll(async () => {
    world = await createFileWorld()
  })
  afterAll(() => world.close())

  const sql = 'SELECT c.city, COUNT(*) AS n FROM customers c GROUP BY c.city ORDER BY c.city'
  const revenue = 'SELECT SUM(total) AS revenue, MAX(ordered_on) AS last_day FROM orders'

  test.each([
    [
      'Wie viele Kunden gibt es je Stadt?',
      sql,
      'Es gibt zwei Kunden in Lisbon und einen Kunden in Oslo, also insgesamt drei.',
    ],
    ['Combien de clients par ville ?', sql, 'Il y a deux clients à Lisbon et un client à Oslo, soit trois au total.'],
    ['¿Cuántos clientes hay por ciudad?', sql, 'Hay dos clientes en Lisbon y uno en Oslo: tres en total.'],
    ['Quanti clienti per città?', sql, 'Ci sono due clienti a Lisbon e uno a Oslo, tre in tutto.'],
    ['Quantos clientes por cidade?', sql, 'Há dois clientes em Lisbon e um em Oslo, três ao todo.'],
    ['Wie hoch ist der Umsatz?', revenue, 'Der Umsatz beträgt 2.500,00 €, zuletzt am 8. März 2026.'],
    [
      'Quel est le chiffre d’affaires ?',
      revenue,
      'Le chiffre d’affaires est de 2 500 €, la dernière commande est du 8 mars 2026.',
    ],
    [
      '¿Cuál es el total?',
      revenue,
      'El total es de dos mil quinientos euros, y el último pedido es del 8 de marzo de 2026.',
    ],
  ])('accepts a grounded answer: %s', async (question, query, text) => {
    expect((await askModel(world, question, [runs(query), says(text)])).answer).toBe(text)
  })

  test.each([
    'Es gibt vier Kunden in Lisbon und einen in Oslo.',
    'Il y a cinq clients à Lisbon et les autres sont à Oslo.',
    'Hay siete clientes en Lisbon y uno en Oslo.',
    'Zwanzig Kunden!',
  ])('removes a false figure from an answer: %s', async (text) => {
    const { answer } = await askModel(world, 'Kunden je Stadt?', [runs(sql), says(text)])
    expect(answer).toBe('The result has 2 rows. First row: city Lisbon, n 2.')
  })
})
