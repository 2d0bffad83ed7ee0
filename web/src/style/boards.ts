// The styles of boards and pieces, in their order: ours come after chessground's. All parts of the page that draw pieces take
// them from here, since their order would else depend on which part is loaded first.
import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './board.css';
import './flat-pieces.css';
