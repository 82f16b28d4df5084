/** English words that hold a sentence together, or describe an amount or a time. They name nothing in any data. */
const functionWords = new Set(
  (
    'a an the this that these those and or but nor so if then than as at by for from in into of off on onto out over per to under up with within without about above across after again against all almost along ' +
    'already also although always am among an any anyone anything are around away because been before being below between both can could did do does doing down due during each either else enough ever every ' +
    'everyone everything exactly except few fewer first former further had has have having he her here hers him his how however i is it its itself just last latter least less many may me might mine more moreover ' +
    'most much must my neither never next no nobody none not nothing now often once one only other others otherwise our ours own past people quite rather same second several shall she should since some somebody ' +
    'someone something somewhat still such sure than their theirs them themselves there therefore they third though through throughout thus till too toward towards twice until upon us usually very was we well were ' +
    'what whatever when whenever where whereas wherever whether which whichever while who whoever whole whom whose why will would yes yet you your yours ' +
    'average total sum mean maximum minimum count amount number share percentage ratio top bottom best worst highest lowest largest smallest biggest longest shortest oldest youngest newest latest earliest older younger ' +
    'newer larger smaller bigger longer shorter higher lower greater better worse old long big large small high low new young early late earlier later recent recently ago currently common exact different distinct unique ' +
    'ascending descending alphabetical order sorted sort equal least times time day days week weeks month months quarter quarters year years today yesterday tomorrow weekday weekend'
  ).split(' '),
)

/** Whether a word belongs to English itself, so that its absence from the data explains nothing. */
export function isFunctionWord(word: string): boolean {
  return functionWords.has(word.toLowerCase())
}
