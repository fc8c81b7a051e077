// Printed by bench/page_types.py.

export type Asked = OpenTable | BeginGame | LeaveGame | AsItWas | WhoPlays | AnswerBy | UndoSome | AutoPlay | SealTurn | TypeLines | HearOf | OddsOf | MeantBy | SelectPiece | SightBetween | KeyToMap | TakeOver | LookBack | SayLine | BackWanted | AgreeTo | NextGame | KeepGame | RestoreGame;

export type Answers = {
  open: TableUpdate | TableChoices;
  leave: TableChoices;
  who: SeatsToTake;
  as: PastUpdate;
  hear: LinesTold;
  odds: OddsTold;
  meant: LinesTold;
  select: CanBegin;
  sight: SightTold;
  key: KeyPicture;
  begin: TableUpdate;
  take: TableUpdate;
  look: TableUpdate;
  answer: TableUpdate;
  undo: TableUpdate;
  auto: TableUpdate;
  seal: TableUpdate;
  type: TableUpdate;
  say: NothingTold;
  back: NothingTold;
  agree: NothingTold;
  next: NothingTold;
  keep: SavedFile;
  restore: TableUpdate;
};

export type TableState = {
  title: string;
  answers: number;
  over: boolean;
  "hands-over": string;
  question: number;
  sent: string[];
  seals: boolean;
  mailed: Record<string, string>;
  resume: string;
  turn: string;
  figures: Record<string, string>;
  looks: string | null;
  sides: string[];
  score: string[];
  log: LogLine[];
  picture: string[];
  ended: string[];
  wins: string[];
  who: string;
  asks: string;
  takes: boolean;
  steps: boolean;
  done: Done | null;
  guided: [number, number, string, string] | null;
  options: (Option | string)[];
  undo: number;
  all: number;
  cancel: number;
  reach: Record<string, string>;
};

export type WaitsFor = {
  waits: string;
};

export type StepOfOthers = {
  at: string | null;
  edits: Record<string, [number, number, unknown[]][]>;
  gone: string[];
  had: number;
  log: LogLine[];
  values: Record<string, unknown>;
  version: number;
};

export type OpenTable = {
  do: "open";
  had?: number;
};

export type BeginGame = {
  do: "begin";
  had?: number;
  situation: string;
  against?: string | null;
  side?: string | null;
  preset?: string | null;
};

export type LeaveGame = {
  do: "leave";
  had?: number;
};

export type AsItWas = {
  do: "as";
  had?: number;
  at: number;
};

export type WhoPlays = {
  do: "who";
  situation: string;
};

export type AnswerBy = {
  do: "answer";
  had?: number;
  question: number;
  sure?: boolean;
  deed?: Deed;
};

export type UndoSome = {
  do: "undo";
  had?: number;
  question: number;
  sure?: boolean;
  what: "action" | "all" | "click";
};

export type AutoPlay = {
  do: "auto";
  had?: number;
  question: number;
  sure?: boolean;
};

export type SealTurn = {
  do: "seal";
  had?: number;
  question: number;
  sure?: boolean;
};

export type TypeLines = {
  do: "type";
  had?: number;
  question: number;
  sure?: boolean;
  lines: string[];
};

export type HearOf = {
  do: "hear";
  about: TableQuery;
};

export type OddsOf = {
  do: "odds";
  deed: Deed;
};

export type MeantBy = {
  do: "meant";
  at: [number, number];
};

export type SelectPiece = {
  do: "select";
  piece: string;
};

export type SightBetween = {
  do: "sight";
  here: string;
  there: string;
};

export type KeyToMap = {
  do: "key";
};

export type TakeOver = {
  do: "take";
  had?: number;
  who: string;
};

export type LookBack = {
  do: "look";
  had?: number;
};

export type SayLine = {
  do: "say";
  line: string;
};

export type BackWanted = {
  do: "back";
};

export type AgreeTo = {
  do: "agree";
  yes: boolean;
};

export type NextGame = {
  do: "next";
  exchanged?: boolean;
};

export type KeepGame = {
  do: "keep";
};

export type RestoreGame = {
  do: "restore";
  had?: number;
  journal: string;
  against?: string | null;
  side?: string | null;
};

export type TableUpdate = {
  edits: Record<string, [number, number, unknown[]][]>;
  gone: string[];
  had: number;
  heard: (ToldLine | string)[];
  values: Record<string, unknown>;
  version: number;
  weighed: DiceToRoll | null;
};

export type TableChoices = {
  cards: Record<string, string>;
  module: string;
  presets: Record<string, string>;
  programs: Record<string, string>;
  situations: NameAndTitle[];
  wanted: Record<string, string | null>;
};

export type SeatsToTake = {
  seats: string[];
};

export type PastUpdate = {
  edits: Record<string, [number, number, unknown[]][]>;
  gone: string[];
  had: number;
  turn: string;
  values: Record<string, unknown>;
  version: number;
};

export type LinesTold = {
  heard: (ToldLine | string)[];
};

export type OddsTold = {
  odds: ToldLine[];
};

export type CanBegin = {
  actions: CanTake[];
  reach: Record<string, string>;
  later: string;
};

export type SightTold = {
  free: boolean | null;
  said: string;
  stopped?: string[];
};

export type KeyPicture = {
  svg: string;
};

export type NothingTold = {
};

export type SavedFile = {
  game: SavedGame;
  name: string;
  secret: string;
};

export type LogLine = {
  said: string;
  at: [number, number];
  meant: boolean;
  came: string[];
  factors: string[];
  hexes?: string[];
  turn?: string;
};

export type Done = {
  ends: string | null;
  throws: boolean;
  again?: boolean;
};

export type Option = {
  name: string;
  label?: string;
  said?: string;
  by?: string[];
  piece?: string;
  hex?: string;
  against?: boolean;
  cost?: string;
};

export type Deed = {
  path?: number[];
  others?: string[];
  to?: string;
};

export type TableQuery = {
  of: "finish" | "help" | "hint" | "list" | "log" | "look" | "map" | "more" | "odds" | "reach" | "save" | "score" | "units" | "why" | "wins";
  name?: string;
};

export type ToldLine = {
  said: string;
  depth?: number;
  figures?: Record<string, string>;
  chance?: string;
  percent?: number;
  pick?: string;
};

export type DiceToRoll = {
  again: AnswerBy | AutoPlay | SealTurn | TypeLines | UndoSome;
  odds: ToldLine[];
  title: string;
};

export type NameAndTitle = {
  name: string;
  title: string;
};

export type CanTake = {
  name: string;
  path: number[];
  label: string;
  said: string;
  targets: (Option | string)[];
  steps: boolean;
};

export type SavedGame = {
  against: string | null;
  journal: string;
  side: string | null;
};
