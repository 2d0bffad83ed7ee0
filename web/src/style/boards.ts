// The styles of boards and pieces. Ours follow chessground's. Everything that draws pieces imports them from here: otherwise
// their order would depend on what is loaded first.
import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './board.css';
import './flat-pieces.css';
