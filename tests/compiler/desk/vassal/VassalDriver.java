import VASSAL.Info;
import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.Chatter;
import VASSAL.build.module.DiceButton;
import VASSAL.build.module.Map;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.turn.TurnTracker;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.command.Command;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Stack;
import VASSAL.launch.StandardConfig;
import VASSAL.tools.DataArchive;
import VASSAL.tools.NamedKeyStroke;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.Toolkit;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import javax.imageio.ImageIO;
import javax.swing.JFrame;
import javax.swing.SwingUtilities;

/** Opens a module in VASSAL itself and does what the lines of its input say; each line is answered by lines that end in "ok". */
public class VassalDriver {
  private interface Deed { void run() throws Exception; }

  private static void inSwing(Deed deed) throws Exception {
    final Throwable[] failed = new Throwable[1];
    SwingUtilities.invokeAndWait(() -> {
      try { deed.run(); } catch (Throwable problem) { failed[0] = problem; }
    });
    if (failed[0] != null) throw new RuntimeException(failed[0]);
  }

  private static void open(String module) throws Exception {
    Info.setConfig(new StandardConfig());
    final Constructor<?> menus = Class.forName("VASSAL.launch.Player$PlayerMenuManager").getDeclaredConstructor();
    menus.setAccessible(true);
    menus.newInstance();
    GameModule.init(new GameModule(new DataArchive(module)));
    for (String asks : new String[] {BasicLogger.PROMPT_NEW_LOG_START, BasicLogger.PROMPT_NEW_LOG_END}) {
      GameModule.getGameModule().getPrefs().setValue(asks, Boolean.FALSE);
    }
    for (PlayerRoster roster : GameModule.getGameModule().getAllDescendantComponentsOf(PlayerRoster.class)) {
      GameModule.getGameModule().getGameState().removeGameSetupStep(roster);
    }
  }

  private static GamePiece called(String name) {
    for (GamePiece piece : GameModule.getGameModule().getGameState().getAllPieces()) {
      if (!(piece instanceof Stack) && name.equals(piece.getProperty("HexlawName"))) return piece;
    }
    throw new IllegalArgumentException("no counter " + name);
  }

  private static Point point(String text) {
    final String[] both = text.split(",");
    return new Point(Integer.parseInt(both[0]), Integer.parseInt(both[1]));
  }

  private static void answer(String[] words) throws Exception {
    final GameModule game = GameModule.getGameModule();
    final Map map = Map.getMapList().get(0);
    switch (words[0]) {
      case "load":
        final Command begun = game.getGameState().decodeSavedGame(new File(words[1]));
        for (PlayerRoster roster : game.getAllDescendantComponentsOf(PlayerRoster.class)) game.getGameState().removeGameSetupStep(roster);
        begun.execute();
        break;
      case "board":
        for (Board board : map.getBoards()) {
          final Rectangle at = board.bounds();
          System.out.println(board.getName() + "\t" + at.x + "," + at.y + "," + at.width + "," + at.height);
        }
        break;
      case "names":
        for (int i = 1; i < words.length; i++) {
          final Point at = point(words[i]), snapped = map.snapTo(at);
          System.out.println(map.locationName(at) + "\t" + snapped.x + "," + snapped.y);
        }
        break;
      case "ranges":
        for (int i = 2; i < words.length; i++) System.out.println(map.findBoard(point(words[1])).getGrid().range(point(words[1]), point(words[i])));
        break;
      case "pieces":
        for (GamePiece piece : game.getGameState().getAllPieces()) {
          if (piece instanceof Stack) continue;
          final Point at = piece.getPosition();
          System.out.println(piece.getProperty("HexlawName") + "\t" + at.x + "," + at.y + "\t" + map.locationName(at) + "\t" + piece.getName() + "\t" + piece.boundingBox().width);
        }
        break;
      case "key":
        final Command done = called(words[1]).keyEvent(words[2].contains(",") ? VASSAL.configure.NamedHotKeyConfigurer.decode(words[2]).getKeyStroke() : NamedKeyStroke.of(words[2]).getKeyStroke());
        if (done != null) game.sendAndLog(done);
        map.repaint();
        System.out.println(game.encode(done));
        break;
      case "menu":
        for (VASSAL.counters.KeyCommand each : (VASSAL.counters.KeyCommand[]) called(words[1]).getProperty(VASSAL.counters.Properties.KEY_COMMANDS)) System.out.println(each.getName());
        break;
      case "roll":
        for (DiceButton dice : game.getAllDescendantComponentsOf(DiceButton.class)) System.out.println(dice.getConfigureName());
        break;
      case "turn":
        for (TurnTracker tracker : game.getAllDescendantComponentsOf(TurnTracker.class)) {
          for (int i = Integer.parseInt(words[1]); i > 0; i--) {
            final Method next = TurnTracker.class.getDeclaredMethod("next");
            next.setAccessible(true);
            next.invoke(tracker);
            final Method said = TurnTracker.class.getDeclaredMethod("getTurnString");
            said.setAccessible(true);
            System.out.println(said.invoke(tracker));
          }
        }
        break;
      case "save":
        game.getGameState().saveGame(new File(words[1]));
        break;
      case "show":
        final JFrame frame = (JFrame) (Object) game.getPlayerWindow();
        frame.setVisible(true);
        frame.setBounds(0, 0, 1600, 1200);
        break;
      case "zoom":
        map.getZoomer().setZoomFactor(Double.parseDouble(words[1]));
        if (words.length > 2) map.centerAt(point(words[2]));
        break;
      default:
        throw new IllegalArgumentException(words[0]);
    }
  }

  public static void main(String[] given) throws Exception {
    try {
      inSwing(() -> open(given[0]));
      System.out.println(Info.getVersion() + "\nok");
      System.out.flush();
      final BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        final String[] words = line.split("\t");
        if (words[0].equals("shot")) {
          Thread.sleep(words.length > 2 ? Long.parseLong(words[2]) : 1500);
          ImageIO.write(new Robot().createScreenCapture(new Rectangle(Toolkit.getDefaultToolkit().getScreenSize())), "png", new File(words[1]));
        }
        else inSwing(() -> answer(words));
        System.out.println("ok");
        System.out.flush();
      }
    }
    catch (Throwable problem) {
      problem.printStackTrace(System.out);
      System.exit(1);
    }
    System.exit(0);
  }
}
